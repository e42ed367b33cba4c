#!/usr/bin/env python3
"""Times this library beside those of Python and R: whole processes, interleaved, medians of the timed calls.

Usage: compare.py [--runs 5] [--task NAME ...] [--peer NAME ...] [--json FILE]
Needs numpy, and benchmarks/target/benchmarks.jar, by `mvn -q -DskipTests package`. Each run starts one fresh Java
process and one fresh process per peer on the same rows of numbers.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
MODULE = HERE.parent
JAR = MODULE / "target" / "benchmarks.jar"
WORK = MODULE / "target" / "peers"


def java(task, rows, calls=20, seconds=2.0):
    out = subprocess.run(["java", "-cp", str(JAR), "dev.amdahl.benchmarks.stats.PeerRun", task.name, str(rows), str(calls),
                          str(seconds)], check=True, capture_output=True, text=True).stdout
    return json.loads(out.splitlines()[-1])


def peer(task, name, rows):
    if name == "R":
        if not shutil.which("Rscript"):
            return {"skipped": "no Rscript on the PATH"}
        out = subprocess.run(["Rscript", str(HERE / "peer.R"), task.name, str(rows)], check=True, capture_output=True,
                             text=True).stdout
        return json.loads(out.splitlines()[-1])
    out = subprocess.run([sys.executable, __file__, "--child", task.name, name, str(rows)], check=True,
                         capture_output=True, text=True).stdout
    return json.loads(out.splitlines()[-1])


def child(task, name, rows):
    """One peer in a process of its own."""
    import numpy

    call, calls, _ = task.peers[name]
    call = getattr(call, "__func__", call)
    values = numpy.loadtxt(rows, ndmin=2)
    try:
        seconds = []
        for _ in range(calls):
            start = time.perf_counter()
            answer = float(call(values))
            seconds.append(time.perf_counter() - start)
    except ImportError as missing:
        print(json.dumps({"skipped": str(missing)}))
        return
    print(json.dumps({"answer": answer, "seconds": seconds}))


def compare(task, peers, runs):
    import numpy

    rows = WORK / f"{task.name}.txt"
    numpy.savetxt(rows, task.rows(numpy.random.default_rng(20)), fmt="%.17g")
    ours, theirs, skipped = [], {name: [] for name in peers}, {}
    for _ in range(runs):
        ours.append(java(task, rows))
        for name in peers:
            if name not in skipped:
                result = peer(task, name, rows)
                if "skipped" in result:
                    skipped[name] = result["skipped"]
                else:
                    theirs[name].append(result)
    mine = statistics.median(statistics.median(run["seconds"]) for run in ours)
    for name in peers:
        row = {"task": task.about, "peer": name, "runs": runs, "seconds": mine, "goal": task.peers[name][2]}
        if name in skipped:
            yield {**row, "skipped": skipped[name]}
            continue
        other = statistics.median(statistics.median(run["seconds"]) for run in theirs[name])
        gap = max(abs(run["answer"] - ours[0]["answer"]) for run in theirs[name])
        yield {**row, "peer_seconds": other, "ratio": other / mine, "answers_differ_by": gap,
               "agrees": gap <= task.tolerance}


def aim(goal):
    return f" (aim {goal:,})" if goal else ""


def main():
    from tasks import TASKS

    by_name = {task.name: task for task in TASKS}
    if sys.argv[1:2] == ["--child"]:
        child(by_name[sys.argv[2]], sys.argv[3], sys.argv[4])
        return 0
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--task", action="append", choices=sorted(by_name))
    arguments.add_argument("--peer", action="append")
    arguments.add_argument("--json", type=pathlib.Path)
    options = arguments.parse_args()
    if not JAR.exists():
        sys.exit(f"there is no {JAR}; make it by: mvn -q -DskipTests package")
    WORK.mkdir(parents=True, exist_ok=True)
    found = []
    for task in TASKS:
        if options.task and task.name not in options.task:
            continue
        peers = [name for name in task.peers if not options.peer or name in options.peer]
        for row in compare(task, peers, options.runs):
            found.append(row)
            if "skipped" in row:
                print(f"{row['task']}: {row['peer']} skipped: {row['skipped']}", flush=True)
            else:
                print(f"{row['task']}: {row['seconds'] * 1e3:.3f} ms; {row['peer']} {row['peer_seconds'] * 1e3:.1f} ms; "
                      f"ratio {row['ratio']:,.1f}{aim(row['goal'])}; answers differ by "
                      f"{row['answers_differ_by']:.2g}{'' if row['agrees'] else ', MORE THAN CHANCE'}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    return 0 if all(row.get("agrees", True) for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
