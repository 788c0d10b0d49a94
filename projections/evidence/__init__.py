"""What readers take home and can prove: archives, draws, checkpoints and proofs."""
