"""What a collection scores, with every wild where it earns most, and who wins (R-SCORE).

    sheet.py    the score of some cards, and the sheet that shows how it comes about
    totals.py   the score alone, by a short cut where there is one
    search.py   the best placing of all wilds: the theory and the search
    spans.py    which ranks the run of a colour could cover, and what that would take
    tolls.py    a ceiling for the total, for searches that would get out of hand
    victory.py  ranks, ties and winners

Everything here is a function of its arguments. Which cards a player has is not known here.
"""

from games.rules.scoring.sheet import Run, ScoreSheet, score, score_sheet
from games.rules.scoring.victory import Rank, Ranking, ranking

__all__ = ["Rank", "Ranking", "Run", "ScoreSheet", "ranking", "score", "score_sheet"]
