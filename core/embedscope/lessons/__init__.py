"""The lessons: short walks through tokens and embeddings on the numbers of the open table.

A lesson is a file ``assets/embedscope_assets/lessons/N-NAME.toml``; adding one needs no Python.
N gives the order, NAME is the lesson's name::

    name = "looking-up-a-row"            # as in the file name
    title = "Looking up a row"
    summary = "One sentence for the list of lessons."

    [[steps]]
    name = "fourth-row"                  # small letters, digits and hyphens; unique in the lesson
    title = "Id 3 is the fourth row"
    text = "Two or three sentences. {chosen} has id {id} ..."
    listing = "{rows}"                   # optional: lines of figures, to be set in a fixed font
    point_at = "heatmapView"             # optional: one of lesson.TARGETS
    norms = true                         # optional: how long rows are is told, so panes show it
    figure = "lookup"                    # one of demos.FIGURES; may be left out beside a demo

    [steps.state]                        # every key is optional and stays as it was if left out
    preset = "book-6x3"                  # also brings the preset's tokenizer and text
    tokenizer = "gpt2"
    text = "jumps"
    specials = "plain"                   # or "special"
    selected = 0                         # position in the token list
    row = 3                              # a row chosen by its number, for rows without a word
    mode = "whole"                       # or "looked-up"
    view = "2d"                          # or "3d"
    axes = "dims"                        # or "pca-table", "pca-tokens"
    dims = [0, 1, 2]
    metric = "cosine"                    # or "dot", "euclidean"

    [steps.demo]                         # optional
    name = "weighted-sum"                # one of demos.DEMOS; the other keys are its parameters
    weight = 0.01
    alone = true                         # it has the window to itself; left out: panes above it

    [steps.try_it]                       # optional
    prompt = "What would happen if ...?"
    answer = "Placeholders work here {too}."    # left out: there is only something to do

Placeholders ``{name}`` and ``{name:argument}`` are the functions of ``phrases``; they are
computed from a ``LessonView``, the live state, and always give words. ``{{`` and ``}}`` stand for
braces. Unknown keys, names, arguments and placeholders are a LessonError on loading, which names
the file and the step.

>>> from embedscope.lessons.loading import find_step
>>> from embedscope.lessons.view import view_of
>>> from embedscope.lessons.templates import fill
>>> lesson, step = find_step("looking-up-a-row/counted-from-zero")
>>> words = fill(step.text, view_of(lesson, step))

What the demonstrations show is computed by small modules without a window::

    weighted-sum    weighted_sum.weighted_sum(view.ids, weight)
    id-neighbours   id_order.by_id_and_vector(view.table, view.chosen_row, each_side)
    merge-chain     ancestry.ancestry(view.tokenizer, id)
    product         product.product_steps(view.table, view.chosen_row), product.check_lookup
    gradient        gradient.toy_gradient(view.table, ids with a row)
    table-size      sizes.TableSize(V, D, number type, tied, layers), models.same_shape
    model-sizes     models.known_models(), each with its sources
    training        training.trainer.Trainer(demo); LessonView(training=TrainingPoint(...))
    top-tens        view.top_lists
    two-arrows      scores.pair_scores(view.table, *view.pair).arrows, or view.disagreement
    centring        view.centring, centring.sample_cosines, centring.centred_neighbours

``templates.words_of_demo(demo)`` says the same in lines of text.
"""
