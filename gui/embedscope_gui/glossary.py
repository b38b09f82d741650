"""The words that the window uses, each in one plain sentence; no Qt here."""

TERMS: tuple[tuple[str, str], ...] = (
    ("attention", "The part of a model in which tokens take from one another; it follows the "
     "table and is not in this window."),
    ("BPE", "Byte-pair encoding: a tokenizer that starts from single bytes and joins the pairs "
     "that were most frequent in its training texts."),
    ("centring", "Taking the mean of all rows away from each row, so that what they have in "
     "common does not count."),
    ("colour range", "The values that have the colours at the two ends; what lies beyond them "
     "has the same colours."),
    ("cosine", "How alike the directions of two rows are, whatever their lengths: 1 is the same "
     "direction, 0 a right angle, -1 the opposite one."),
    ("dim", "Short for dimension: one of the numbers of a row, and so one column of the table; "
     "a single dim seldom means anything by itself."),
    ("dot product", "The sum of the products of two rows, dim by dim; it grows with the lengths "
     "of both and with the likeness of their directions."),
    ("embedding", "The row of numbers that stands for a token inside a model."),
    ("Euclidean distance", "The straight way between the ends of two rows; 0 where they are "
     "equal."),
    ("expression", 'A sum of tokens as vectors, such as " king" - " man" + " woman"; a leading '
     "blank belongs to the token."),
    ("gradient", "For each number of the table, how the loss would change if that number grew a "
     "little; training steps against it."),
    ("id", "The number of a token in its vocabulary: a label that says which row to take, not an "
     "amount."),
    ("logits", "The scores, one for each token of the vocabulary, that a model gives before they "
     "are made into probabilities."),
    ("lookup", "Taking the row whose number is the id; nothing is computed."),
    ("loss", "How far a model's predictions are from what came in the text; training makes it "
     "smaller."),
    ("mean", "The sum divided by the count: of a row's numbers, or of several rows, dim by dim."),
    ("nearest rows", "The rows with the best score to the chosen one: by cosine, dot product or "
     "Euclidean distance."),
    ("norm", "The length of a row as a vector: the square root of the sum of its squares."),
    ("odd row or dim", "One whose numbers stand out from all others: far larger, all zeros, "
     "constant or not finite."),
    ("one-hot", "A row of zeros with a single 1 at the place of the id; times the table it gives "
     "the looked-up row."),
    ("padding", "Rows or tokens that only fill up a size; they were seldom or never trained."),
    ("PCA", "Principal component analysis: the directions in which the rows vary most; a picture "
     "on the first two or three keeps the most of their spread."),
    ("perplexity", "In t-SNE, about how many neighbours of each row count: small ones show small "
     "groups, large ones the whole."),
    ("random pair", "The mean cosine of two rows taken at random: a cosine says something only "
     "beside it."),
    ("row", "The numbers that a table holds for one id; row 0 is the first."),
    ("softmax", "What turns logits into probabilities: they become positive and add up to 1."),
    ("special token", "A token with a job, such as the end of a text, that is written in no "
     "ordinary text."),
    ("table", "The embedding matrix of a model: one row for each token, one column for each dim."),
    ("tensor", "A block of numbers with a name in a model's file; a table is one with two sides."),
    ("token", "A piece of text that has an id: a word, a part of one, a sign, or some bytes."),
    ("tokenizer", "What cuts a text into tokens and gives their ids."),
    ("t-SNE", "A map in which near rows are drawn near each other; distances between groups and "
     "sizes of groups say little."),
    ("vector", "Numbers in a row, seen as an arrow from the origin to a point."),
    ("vocabulary", "All tokens that a tokenizer knows, numbered from 0."),
)  # fmt: skip
