"""The game API, v1: the same services as the pages, for other programs.

``bodies`` and ``reading`` turn a request into values, ``answering`` values into JSON, ``refusals``
every exception into the one form of error. ``shapes`` and ``document`` only describe: the tests
hold what is described against what is answered.
"""
