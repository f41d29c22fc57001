"""A class: each program is proved with limits, and its grade is a row of a table, which earns points.

Order of reading: grader, table, points, page.
"""
