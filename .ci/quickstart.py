"""Holds what `quickstart --json` prints to what its jobs were built to show; says what is wrong, and ends with 1."""

import json
import sys

CHEATS = ("checkpoint-precision", "sample-rate")
PLACEBO = "prefetch"
WINS = ("workers", "metric-interval", "checkpoint-mode", "pool-threads", "walk the weights", "compression-level")
LEAST = 3
WON = ("IN_REVIEW", "PROMOTED")

rows = json.load(sys.stdin)["hypotheses"]
for row in rows:
    print(f"{row['family']}: {row['title']}: {row['state']}, {row['pairs']} pairs: {row['reason']}")


def states(title):
    return [row["state"] for row in rows if row["title"].startswith(title)]


wrong = [f"{cheat} was not refuted" for cheat in CHEATS if set(states(cheat)) != {"REFUTED"}]
if not states(PLACEBO) or any(state in WON for state in states(PLACEBO)):
    wrong.append(f"{PLACEBO} does nothing, and came to {states(PLACEBO)}")
won = [win for win in WINS if any(state in WON for state in states(win))]
if len(won) < LEAST:
    wrong.append(f"{len(won)} of {len(WINS)} wins were found, fewer than {LEAST}: {', '.join(won)}")
open_ones = [row["title"] for row in rows if row["state"] in ("BUILDING", "TESTING", "CONFIRMING", "NEEDS_RERUN")]
if open_ones:
    wrong.append(f"not settled: {', '.join(open_ones)}")
print("quickstart:", "; ".join(wrong) or f"both cheats refuted, no win of a placebo, {len(won)} of {len(WINS)} wins")
sys.exit(1 if wrong else 0)
