"""What only lessons show: a disk that loses its power, an environment where nothing is installed,
a search drawn as it goes, and checkers that were broken on purpose. No part of game or kit.
"""
