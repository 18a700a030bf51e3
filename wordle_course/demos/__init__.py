"""What only lessons show: a disk that loses its power, an environment where nothing is installed,
and a program that nobody tested. No part of game or kit.
"""
