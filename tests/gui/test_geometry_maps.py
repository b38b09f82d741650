"""t-SNE in the window: live, cancelled, saved and loaded; the picture says what it is."""

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from embedscope.geometry.coordinates import load_coordinates
from embedscope_gui.application import application
from embedscope_gui.desk import build
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.geometry.map_dialog import MapDialog
from embedscope_gui.geometry.screen import GeometryScreen
from embedscope_gui.settings import Settings
from embedscope_gui.work import InlineRunner

CASES = Path(__file__).parents[1] / "cases" / "files"


def made_desk(qtbot, tmp_path, runner):
    application()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = build(Settings(store), runner, "light")
    qtbot.addWidget(made.window)
    made.window.resize(1100, 800)
    made.window.show()
    return made


@pytest.fixture
def desk(qtbot, tmp_path):
    return made_desk(qtbot, tmp_path, InlineRunner())


@pytest.fixture
def threaded(qtbot, tmp_path):
    made = made_desk(qtbot, tmp_path, None)
    yield made
    made.window.close()  # waits for the threads


def commands(desk):
    return desk.window.findChild(GeometryCommands)


def opened(desk, name: str):
    desk.controller.open_table(CASES / name)
    for _ in range(4):
        QApplication.processEvents()
    return desk


def make(desk, rows, **wish):
    commands(desk).make_map(np.asarray(rows), **wish)
    QApplication.processEvents()
    return desk.controller.results.space.cloud


def test_a_map_is_drawn_named_and_kept_in_the_chooser(desk):
    opened(desk, "N11_blobs.npy")
    cloud = make(desk, np.arange(60), perplexity=10, seed=3)
    assert np.isfinite(cloud).all()
    box = desk.window.vectors.axes_box
    assert (box.currentData(), box.currentText()) == ("map", "t-SNE")
    box.setCurrentIndex(box.findData("pca-table"))
    assert desk.controller.results.space.basis.titles[0].startswith("PC 1")
    box.setCurrentIndex(box.findData("map"))
    np.testing.assert_array_equal(desk.controller.results.space.cloud, cloud)


def test_L09_seed_perplexity_and_caution_are_on_the_picture(desk):
    opened(desk, "N11_blobs.npy")
    first = make(desk, np.arange(60), perplexity=10, seed=0)
    assert desk.window.vectors.caption.text().startswith(
        "t-SNE, perplexity 10, seed 0; distances between groups mean little."
    )
    second = make(desk, np.arange(60), perplexity=10, seed=1)
    assert "seed 1" in desk.window.vectors.caption.text()
    assert not np.allclose(first, second)


def test_N11_the_same_seed_gives_the_same_map(desk):
    opened(desk, "N11_blobs.npy")
    first = make(desk, np.arange(60), seed=5)
    second = make(desk, np.arange(60), seed=5)
    np.testing.assert_allclose(first, second, atol=1e-6)


def test_N10_perplexity_is_lowered_and_said(desk):
    opened(desk, "N09_knn50.npy")
    cloud = make(desk, np.arange(4))
    assert np.isfinite(cloud).all()
    caption = desk.window.vectors.caption.text()
    assert "perplexity 1," in caption
    assert "Perplexity lowered from 30 to 1: there are 4 rows." in caption


@pytest.mark.parametrize(
    ("name", "n_rows", "said"),
    [
        ("N01_zero_row.npy", 6, "t-SNE, perplexity 1"),
        ("N04a_constant.npy", 5, "All rows are equal"),
        ("N03_nan_inf.npy", 6, "t-SNE, perplexity 1"),
        ("N05a_one_row.npy", 1, "t-SNE needs 3 rows or more and there is 1."),
        ("N05b_two_rows.npy", 2, "t-SNE needs 3 rows or more and there are 2."),
    ],
)
def test_P09_awkward_data_end_with_a_picture_or_a_sentence(desk, name, n_rows, said):
    opened(desk, name)
    make(desk, np.arange(n_rows))
    assert desk.window.vectors.caption.text().startswith(said)
    assert desk.window.vectors._shown.preview is None


def test_P09_a_map_is_live_and_cancelling_brings_the_earlier_picture_back(threaded, qtbot):
    opened_at = threaded
    opened_at.controller.open_table("minilm-gpt2-64d", text=" king")
    qtbot.waitUntil(lambda: opened_at.controller.results.space is not None, timeout=20_000)
    vectors = opened_at.window.vectors
    before = vectors._shown.cloud
    commands(opened_at).make_map(np.arange(300, 1500))
    qtbot.waitUntil(lambda: vectors._shown.preview is not None, timeout=20_000)
    content = vectors.plane.scene.content
    assert np.isfinite(content.cloud[300:1500]).all()
    assert np.isnan(content.cloud[:300]).all()
    assert vectors.caption.text().startswith("t-SNE so far, perplexity 30, seed 0; distances")
    opened_at.window.progress.cancelled.emit("map")
    assert vectors._shown.preview is None
    assert vectors.plane.scene.content.cloud is before
    assert "map" not in opened_at.runner.busy()
    qtbot.wait(150)  # late news of the map that was given up
    assert vectors._shown.preview is None
    assert opened_at.controller.session.axes.kind == "pca-table"


def test_too_many_rows_are_told_and_the_picture_stays(desk, monkeypatch):
    opened(desk, "N11_blobs.npy")
    before = desk.controller.results.space
    monkeypatch.setattr("embedscope_gui.geometry.maps.MOST_POINTS", 50)
    monkeypatch.setattr("embedscope.geometry.large_tsne.MOST_POINTS", 55)
    make(desk, np.arange(60))
    assert desk.window.notice.text.startswith("t-SNE takes up to 55 rows")
    assert desk.controller.results.space is before


def test_coordinates_are_saved_and_loaded_again(desk, tmp_path, monkeypatch):
    opened(desk, "N11_blobs.npy")
    cloud = make(desk, np.arange(10, 60), perplexity=10)
    place = tmp_path / "map.csv"
    monkeypatch.setattr(
        "embedscope_gui.geometry.commands.QFileDialog.getSaveFileName", lambda *_: (str(place), "")
    )
    monkeypatch.setattr(
        "embedscope_gui.geometry.commands.QFileDialog.getOpenFileName", lambda *_: (str(place), "")
    )
    commands(desk).ask_save_map()
    saved = load_coordinates(place)
    assert saved.ids.tolist() == list(range(10, 60))
    assert saved.titles == ("t-SNE 1", "t-SNE 2")
    assert saved.caption.startswith("t-SNE, perplexity 10, seed 0")
    desk.controller.change(axes=type(desk.controller.session.axes)())
    assert desk.controller.results.space.rows is None
    commands(desk).ask_load_map()
    np.testing.assert_array_equal(desk.controller.results.space.cloud, cloud)
    assert "50 rows; the other 10 are not drawn" in desk.window.vectors.caption.text()


def test_coordinates_of_components_can_be_saved_too(desk, tmp_path, monkeypatch):
    opened(desk, "N11_blobs.npy")
    place = tmp_path / "pca.csv"
    monkeypatch.setattr(
        "embedscope_gui.geometry.commands.QFileDialog.getSaveFileName", lambda *_: (str(place), "")
    )
    commands(desk).ask_save_map()
    saved = load_coordinates(place)
    np.testing.assert_array_equal(saved.points, desk.controller.results.space.cloud)


def test_tokens_that_are_not_in_a_map_are_said(desk):
    desk.controller.open_table("book-6x3")
    make(desk, [0, 1, 2, 3])
    assert "1 of 4 tokens is not drawn: not in the map" in desk.window.vectors.caption.text()


def test_maps_are_judged_among_their_own_rows(desk):
    opened(desk, "N11_blobs.npy")
    make(desk, np.arange(30, 60), perplexity=5)
    found = desk.controller.results.agreement
    assert found.on_plane.n_points == 30
    assert "10 nearest rows" in desk.window.vectors.caption.text()


def test_the_dialog_asks_for_rows_perplexity_and_seed(qtbot):
    dialog = MapDialog([("The marked rows", 2000), ("The rows of the text", 9)])
    qtbot.addWidget(dialog)
    assert "openTSNE" in dialog.note.text()
    dialog.rows_box.setCurrentIndex(1)
    assert "openTSNE" not in dialog.note.text()
    assert "distances between groups mean little" in dialog.note.text()
    dialog.perplexity_box.setValue(12.5)
    dialog.seed_box.setValue(7)
    assert (dialog.selection, dialog.perplexity, dialog.seed) == (1, 12.5, 7)
    assert dialog.buttons.buttonRole(dialog.start) == QDialogButtonBox.ButtonRole.AcceptRole
    crowd = MapDialog([("The marked rows", 60_000)])
    qtbot.addWidget(crowd)
    assert not crowd.start.isEnabled()


def test_the_dialog_offers_what_can_be_arranged(desk):
    opened(desk, "N11_blobs.npy")
    desk.controller.set_text("")
    commands(desk).control.mark(np.arange(20))
    desk.controller.choose_row(3)
    commands(desk).ask_map()
    dialog = desk.window.findChild(MapDialog)
    assert [dialog.rows_box.itemText(i) for i in range(dialog.rows_box.count())] == [
        "The marked rows (20)",
        "The listed nearest rows (11)",
        "A sample of all rows (60)",
    ]
    dialog.accept()
    assert desk.controller.results.space.rows.tolist() == list(range(20))


def test_a_sample_of_all_rows_is_seeded_stratified_and_said(desk, monkeypatch):
    desk.controller.open_table("minilm-gpt2-64d", text="")
    monkeypatch.setattr("embedscope.geometry.tsne.MOST_POINTS", 200)
    assert commands(desk)._samples()[0] == 200
    rows = []
    for seed in (4, 4, 5):
        commands(desk).make_map(np.zeros(0, np.int64), 30.0, seed, n_sampled=200)
        rows.append(desk.controller.results.space.rows.tolist())
    assert len(rows[0]) == 200
    assert rows[0] == rows[1] != rows[2]
    assert "A seeded sample, each class of tokens with its share." in (
        desk.window.vectors.caption.text()
    )


def test_the_typed_tokens_are_in_a_sample_of_all_rows(desk, monkeypatch):
    desk.controller.open_table("minilm-gpt2-64d", text=" king queen man")
    monkeypatch.setattr("embedscope.geometry.tsne.MOST_POINTS", 100)
    commands(desk).ask_map()
    dialog = desk.window.findChild(MapDialog)
    dialog.rows_box.setCurrentIndex(dialog.rows_box.findText("A sample of all rows (100)"))
    dialog.accept()
    shown = desk.controller.results.space.rows
    assert len(shown) == 100
    assert np.isin(desk.controller.results.text.ids, shown).all()
    caption = desk.window.vectors.caption.text()
    assert "each class of tokens with its share, and the typed tokens." in caption
    assert "tokens are not drawn" not in caption


def test_a_long_text_takes_half_of_a_sample(desk):
    desk.controller.open_table("minilm-gpt2-64d", text="")
    commands(desk).make_map(np.arange(1000, 1400), 10.0, n_sampled=100)
    shown = desk.controller.results.space.rows
    assert len(shown) == 100
    assert 50 <= np.count_nonzero((shown >= 1000) & (shown < 1400)) < 60


def test_every_map_is_fitted_when_it_is_there(desk, monkeypatch):
    desk.controller.open_table("minilm-gpt2-64d", text=" king queen man")
    plane, spans = desk.window.vectors.plane, []
    show = GeometryScreen.show_preview

    def painted(screen, preview):  # as while the points of the finished map are on their way
        show(screen, preview)
        desk.window.grab()

    monkeypatch.setattr(GeometryScreen, "show_preview", painted)
    for n_sampled in (0, 100):
        commands(desk).make_map(desk.controller.results.text.ids, 10.0, n_sampled=n_sampled)
        desk.window.grab()
        points = desk.controller.results.space.cloud
        drawn = points[np.isfinite(points).all(axis=1)]
        extent = plane.scene.extent
        assert extent.left < drawn[:, 0].min()
        assert drawn[:, 0].max() < extent.right
        spans.append(extent.width)
    assert spans[0] != spans[1]


def test_openTSNE_is_asked_for_where_it_is_missing(desk, monkeypatch):
    opened(desk, "N11_blobs.npy")
    monkeypatch.setattr("embedscope_gui.geometry.maps.MOST_POINTS", 50)
    monkeypatch.setitem(sys.modules, "openTSNE", None)
    make(desk, np.arange(60))
    assert "pip install 'embedscope[maps]'" in desk.window.notice.text
