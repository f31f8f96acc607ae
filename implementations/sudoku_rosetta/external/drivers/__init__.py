"""Drivers: for each language a module with the calls of a source file and a program that makes them, many
grids in one process."""
