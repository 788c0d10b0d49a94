"""Tests of 7 – The Sins."""
