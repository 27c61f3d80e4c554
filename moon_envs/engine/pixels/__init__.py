"""Laying small pictures on a page of pixels."""
