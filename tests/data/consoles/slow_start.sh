#!/bin/sh
# A wrapper that needs a moment before the first output, and stays while the game runs.
sleep 0.6
"$1" "$(dirname "$0")/play_again.py"
exit 0
