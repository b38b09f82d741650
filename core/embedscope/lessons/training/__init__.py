"""A table trained from random numbers in a second: corpus, model, optimisers, trainer, saving."""
