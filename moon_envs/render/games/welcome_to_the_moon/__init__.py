"""The drawings of the eight adventures; `adventure` is what they share."""
