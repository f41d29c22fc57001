#!/usr/bin/env bash
# Gradescope runs this once, when the image is built. Put `noughts` in the same folder, as `git clone` makes it.
set -e
apt-get install -y --no-install-recommends python3 python3-pip
python3 -m pip install --break-system-packages "$(dirname "$0")/noughts"
