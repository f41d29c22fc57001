#!/bin/sh
# A player for `noughts` in a plain shell: win, block, centre, corners, edges. It plays 3,3,3 alone.
# Try it: noughts prove "pipe:sh examples/player.sh" shows how it can lose.

# The free cell of a line of three cells that holds two stones of $1, into $found.
try() {
    case "$2$4$6" in
        ".$1$1") found=$3 ;;
        "$1.$1") found=$5 ;;
        "$1$1.") found=$7 ;;
    esac
}

# A cell where $1 completes a line, into $found; empty without one. $a1 ... $c3 are the marks on the board.
complete() {
    found=
    try "$1" "$a1" a1 "$b1" b1 "$c1" c1
    try "$1" "$a2" a2 "$b2" b2 "$c2" c2
    try "$1" "$a3" a3 "$b3" b3 "$c3" c3
    try "$1" "$a1" a1 "$a2" a2 "$a3" a3
    try "$1" "$b1" b1 "$b2" b2 "$b3" b3
    try "$1" "$c1" c1 "$c2" c2 "$c3" c3
    try "$1" "$a1" a1 "$b2" b2 "$c3" c3
    try "$1" "$c1" c1 "$b2" b2 "$a3" a3
}

# Those of the cells $1 ... that are free, as "a1", "c1", into $found.
free() {
    found=
    for cell; do
        eval "mark=\$$cell"
        [ "$mark" = . ] && found="${found:+$found\", \"}$cell"
    done
}

# The nine marks of a position such as XX./.O./... into $a1 ... $c3.
read_board() {
    rest=$1
    for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
        rest=${rest#/}
        eval "$cell=\${rest%\"\${rest#?}\"}"
        rest=${rest#?}
    done
}

# One request a line, one answer a line. `echo` writes it at once.
while read -r line; do
    case $line in
        *'"game": [3, 3, 3]'*) ;;
        *) echo '{"error": "it plays 3,3,3 alone"}'; continue ;;
    esac
    position=${line#*'"position": "'}
    read_board "${position%%\"*}"
    case $line in
        *'"side": "X"'*) own=X other=O ;;
        *) own=O other=X ;;
    esac
    complete $own && reason='a win'
    [ "$found" ] || { complete $other; reason='a block'; }
    [ "$found" ] || { free b2; reason='the centre'; }
    [ "$found" ] || { free a1 c1 a3 c3; reason='a corner'; }
    [ "$found" ] || { free b1 a2 c2 b3; reason='an edge'; }
    echo "{\"moves\": [\"$found\"], \"reason\": \"$reason\"}"
done
