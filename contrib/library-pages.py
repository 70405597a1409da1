#!/usr/bin/env python3
"""Writes the score and the failures on the courses into the pages of docs/libraries, from the runs of the record. What stands outside of
the two marks of a page is written by hand.

    contrib/library-pages.py           writes
    contrib/library-pages.py --check   ends with 1 if a page is not as it would write it
"""
import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "reports/record"
# A page, its set-ups, and the runs of the record.
PAGES = {
    "rapier": (["rapier", "rapier:tuned"], "2026-11-28-controllers"),
    "jolt": (["jolt", "jolt:tuned"], "2026-11-28-controllers"),
    "box3d": (["box3d", "box3d+steps"], "2026-11-28-controllers"),
    "physx": (["physx", "physx:tuned"], "2026-11-28-physx"),
    "avian": (["avian"], "2026-11-28-controllers/avian"),
    "bevy_ahoy": (["ahoy"], "2026-11-28-controllers/avian"),
}
# The record's severities and checks under the names of today.
SEVERITIES = {"lost": "lost", "held": "stuck", "felt": "noticeable", "seen": "measurable"}
CHECKS = {
    "through": "passes through",
    "stuck": "stands still",
    "goal": "does not arrive",
    "bound": "leaves its bounds",
    "slow": "too slow",
    "fast": "too fast",
    "rises": "rises unasked",
    "creeps": "creeps at rest",
    "slides": "slides on its carrier",
    "drops": "loses its carrier",
    "deep": "in a solid",
    "shake": "shakes",
}

def runs(folder, contestant):
    with open(RECORD / folder / "controllers.csv", newline="") as file:
        return [run for run in csv.DictReader(file) if run["contestant"] == contestant]

def severity(run):
    return list(SEVERITIES).index(run["grade"])

def score(contestants, folder):
    lines = [
        "| runs | on courses that stand: lost, stuck, noticeable, measurable | passed, of 128 | that move | passed, of 92 |",
        "|---|---:|---:|---:|---:|",
    ]
    for name in contestants:
        cells = []
        for ground, count in (("still", 128), ("moving", 92)):
            grades = [run["grade"] for run in runs(folder, name) if run["ground"] == ground]
            assert len(grades) == count, f"{name} has {len(grades)} runs on ground that is {ground}"
            cells += [", ".join(str(grades.count(grade)) for grade in SEVERITIES), str(grades.count(""))]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return lines

def failures(contestants, folder):
    """A line for each check, with two cells a set-up: how many runs fail by it, the worst and where it is so first, and what the library
    alone does."""
    kinds = {}
    for name in contestants:
        for run in runs(folder, name):
            if run["grade"] in SEVERITIES:
                # A run counts once, by what is broken first.
                kind = kinds.setdefault(run["broken"].split("; ")[0], {})
                kind.setdefault(name, []).append(run)

    def harm(kind):
        failing = [run for of_name in kinds[kind].values() for run in of_name]
        return min(map(severity, failing)), -len(failing)

    heads = [f"`{name}`: runs, worst, first such `SCENE` at `HZ` | alone" for name in contestants]
    lines = [f"| what happens | {' | '.join(heads)} |", "|---" * (1 + 2 * len(contestants)) + "|"]
    for kind in sorted(kinds, key=harm):
        cells = [" | ".join(cell(kinds[kind].get(name, []))) for name in contestants]
        lines.append(f"| {CHECKS[kind]} | {' | '.join(cells)} |")
    return lines

def cell(failing):
    if not failing:
        return "–", "–"
    worst = min(failing, key=severity)
    asked = [run["alone"] for run in failing if run["alone"]]
    alone = asked.count("repeats")
    answer = {0: "no", len(asked): "yes"}.get(alone, f"{alone} of {len(asked)}") if asked else "not asked"
    scenes = "controllers" if worst["ground"] == "still" else "moving"
    place = f"`scenes/{scenes}/{worst['course']}.ron` at {worst['hz']}"
    return f"{len(failing)}, {SEVERITIES[worst['grade']]}, {place}", answer

def page(text, name, tables):
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(text):
        sys.exit(f"a page lacks the marks of {name}")
    return pattern.sub(lambda _: begin + "\n".join(tables) + "\n" + end, text)

def main():
    unlike = []
    for library, (contestants, folder) in PAGES.items():
        path = ROOT / "docs/libraries" / f"{library}.md"
        text = path.read_text()
        made = page(text, "score", score(contestants, folder))
        made = page(made, "failures", failures(contestants, folder))
        if made != text:
            unlike.append(str(path.relative_to(ROOT)))
            if "--check" not in sys.argv:
                path.write_text(made)
    if unlike and "--check" in sys.argv:
        sys.exit(f"not as the record has them: {', '.join(unlike)}; contrib/library-pages.py writes them")

main()
