"""Speed and memory beside what a user would otherwise pick, in one run, as ratios."""
