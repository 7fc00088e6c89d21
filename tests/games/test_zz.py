import random, threading, pytest
from tests.games.test_live import *
def test_stress():
    hosting = host()
    n=0; bad=0
    for round_ in range(250):
        with ear(hosting.game_id):
            pass
        # wait until the watcher thread is just about to end
        w = live._watcher
        while live._watcher and live._watcher.is_alive() and random.random() > 0.0005:
            pass
        with ear(hosting.game_id) as heard:
            n+=1
            write_without_a_nudge(hosting, n)
            try:
                wait_for(heard, n)
            except AssertionError:
                bad+=1
    print("BAD", bad)
    assert not bad
