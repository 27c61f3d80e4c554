"""Looking at one record of any game, without a batch."""
