"""The time of a processor that a verdict has taken."""

from noughts.players.player import Player

try:
    from time import thread_time
except ImportError:  # in a browser, which has one thread
    from time import process_time as thread_time


def seconds_spent(player: Player) -> float:
    """Return the seconds of this thread, and of the processes of the player's own."""
    return thread_time() + player.processor_seconds
