"""A test for Otter-Grader, in a notebook that defines `get_move(board)`."""

OK_FORMAT = True

test = {
    "name": "q1",
    "points": 4,
    "suites": [
        {
            "type": "doctest",
            "scored": True,
            "cases": [
                {
                    "code": ">>> from noughts.testing import assert_never_loses\n"
                    ">>> assert_never_loses(get_move, seats='second')\n",
                    "hidden": False,
                }
            ],
        }
    ],
}
