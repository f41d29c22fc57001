"""`python -m tests.signature` writes signature.txt anew and prints the lines that differ."""

from argparse import ArgumentParser

from tests.signature.signature import FILE, GROUPS, compute, differences, read, text_of


def main() -> None:
    """Compute the groups asked for, all by default; the others stay as they are in the file."""
    parser = ArgumentParser(prog="python -m tests.signature", description=__doc__)
    parser.add_argument("--group", choices=GROUPS, action="append", help="compute only this group")
    asked = parser.parse_args().group or list(GROUPS)
    old = read(FILE.read_text()) if FILE.exists() else {}
    new = {group: compute(group) if group in asked else old.get(group, {}) for group in GROUPS}
    for group in asked:
        for line in differences(old.get(group, {}), new[group]):
            print(f"{group}: {line}")
    FILE.write_text(text_of(new))


if __name__ == "__main__":
    main()
