"""What only lessons show: a disk that loses its power, an environment where nothing is installed,
a program that nobody tested, and a search that is watched. No part of game or kit.
"""
