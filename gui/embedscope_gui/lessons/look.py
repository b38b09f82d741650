"""Style rules of the lessons on top of the window's own."""

from embedscope_gui.theme import GRID_PX, SMALL_PX, Theme

PROSE_PX = 14
TITLE_PX = 18


def lesson_style(theme: Theme) -> str:
    """Return the rules for the panel: text as in a book, quiet frames."""
    half = GRID_PX // 2
    return f"""
#lessonPanel {{ background: {theme.surface}; }}
#lessonPage, #lessonContents, #lessonScroll, #lessonInner {{ background: {theme.surface}; }}
#lessonOverline, #lessonTryTitle {{ color: {theme.accent}; font-size: {SMALL_PX}px;
    font-weight: 600; }}
#lessonPlace {{ color: {theme.muted}; font-size: {SMALL_PX}px; }}
#lessonTitle {{ color: {theme.text}; font-size: {TITLE_PX}px; font-weight: 600; }}
#lessonText, #lessonPrompt, #lessonAnswer {{ background: transparent; color: {theme.text};
    font-size: {PROSE_PX}px; }}
#lessonText[waiting="true"], #lessonAnswer[waiting="true"] {{ color: {theme.muted}; }}
#lessonListing {{ background: {theme.window}; color: {theme.text}; border-radius: {half}px; }}
#lessonTryIt {{ background: {theme.window}; border: none; border-left: 3px solid {theme.accent}; }}
#lessonFooter {{ border-top: 1px solid {theme.line}; background: {theme.window}; }}
#lessonIntro {{ color: {theme.muted}; }}
"""
