#!/usr/bin/env python3
"""Prints what run-gpu.sh measured, predictions beside it, and writes it as figures.json to the same folder.

usage: figures.py FOLDER            the table
       figures.py --failed FOLDER   the classes of the tests that failed
       figures.py --counters        the counters of Nsight Compute that predictions were made of
"""
import csv
import glob
import json
import os
import re
import sys
import xml.etree.ElementTree as xml

# Which launch of the benchmarks is which prediction; the transform of 1,000 pairs is launched with levels of 32 bits.
LAUNCHES = {
    "countFlips": "transform, 32 bits, m 1000, k 20, n 1000",
    "joinLimbs": "bootstrap, join 10,000 x 256",
    "drawCounts": "bootstrap, draw 10,000 x 1000",
}


def said():
    return json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "predictions.json")))


def predictions():
    return {each["kernel"]: each["devices"] for each in said()["kernels"]}


def device(folder):
    try:
        text = open(os.path.join(folder, "plugins.txt")).read() + os.popen("nvidia-smi -L 2>/dev/null").read()
    except OSError:
        text = os.popen("nvidia-smi -L 2>/dev/null").read()
    return next((name for name in ("B200", "H200", "H100") if name in text), None)


def number(text):
    return float(text.replace(",", ""))


def counters(folder):
    """The longest launch of each kernel: name of the counter to its value."""
    path = os.path.join(folder, "counters.csv")
    if not os.path.exists(path):
        return {}
    lines = [line for line in open(path, errors="replace") if line.startswith('"')]
    launches = {}
    for row in csv.DictReader(lines):
        kernel = re.match(r"\w+", row["Kernel Name"])
        if kernel and row.get("Metric Value"):
            launch = launches.setdefault(kernel[0], {}).setdefault(row["ID"], {})
            scale = {"usecond": 1e-3, "us": 1e-3, "nsecond": 1e-6, "ns": 1e-6, "second": 1e3, "s": 1e3,
                     "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}.get(row["Metric Unit"], 1)
            launch[row["Metric Name"]] = number(row["Metric Value"]) * scale
    return {kernel: max(each.values(), key=lambda launch: launch.get("gpu__time_duration.sum", 0)) for kernel, each in launches.items()}


def rows(folder):
    name, predicted = device(folder), predictions()
    for kernel, launch in counters(folder).items():
        expected = predicted.get(LAUNCHES.get(kernel), {}).get(name, {})
        for metric, value in sorted(launch.items()):
            if metric == "gpu__time_duration.sum":
                yield f"{kernel}, ms", value, expected.get("expected_ms")
            else:
                yield f"{kernel}, {metric}", value, expected.get("counters", {}).get(metric)
    path = os.path.join(folder, "jmh.json")
    if os.path.exists(path) and os.path.getsize(path):
        for each in json.load(open(path)):
            of = ", ".join(f"{key} {value}" for key, value in each.get("params", {}).items())
            metric = each["primaryMetric"]
            yield f"{each['benchmark'].split('.')[-1]} ({of}), {metric['scoreUnit']}", metric["score"], None
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        if os.path.basename(path) in ("jmh.json", "figures.json"):
            continue
        try:
            yield from flat(os.path.basename(path)[:-5], json.load(open(path)))
        except ValueError:
            yield f"{os.path.basename(path)}: no JSON", None, None
    total = failures = 0
    for path in glob.glob(os.path.join(folder, "junit", "*.xml")):
        suite = xml.parse(path).getroot()
        total += int(suite.get("tests", 0))
        failures += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    if total:
        yield "tests", total, None
        yield "tests that failed", failures, 0


def flat(name, value):
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield name, value, None
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(f"{name}.{key}", inner)
    elif isinstance(value, list):
        for i, inner in enumerate(value[:20]):
            yield from flat(f"{name}[{i}]", inner)


def failed(folder):
    found = set()
    for path in glob.glob(os.path.join(folder, "junit", "*.xml")):
        for case in xml.parse(path).getroot().iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                found.add(case.get("classname"))
    print("\n".join(sorted(found)))


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--failed":
        return failed(arguments[1])
    if arguments == ["--counters"]:
        return print(",".join(dict.fromkeys(said()["limits"].values())))
    if len(arguments) != 1 or not os.path.isdir(arguments[0]):
        sys.exit("figures.py: name the folder that run-gpu.sh wrote to")
    measured = list(rows(arguments[0]))
    print("| figure | measured | predicted |\n|---|---|---|")
    for name, value, expected in measured:
        print(f"| {name} | {'missing' if value is None else format(value, '.4g')} | {'' if expected is None else format(expected, '.4g')} |")
    if not measured:
        print("| nothing was measured | | |")
    with open(os.path.join(arguments[0], "figures.json"), "w") as file:
        json.dump({"device": device(arguments[0]), "figures": [
            {"name": name, "measured": value, "predicted": expected} for name, value, expected in measured]}, file, indent=1)
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
