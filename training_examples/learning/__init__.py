"""What the training programs share: the network in PyTorch, games as rows, and the folder of a run."""
