"""Prints, as patterns for Surefire, the test classes that passed whole and would do the same once more: what they need was there, and neither they
nor a class of the tests that they use ask for a size or for the data."""

import pathlib
import re
import sys
import xml.etree.ElementTree as tree

ASKED = re.compile(rb"fullSize|AMDAHL_DATA")
REQUIRES = "dev/amdahl/spi/contract/Requires"
NAMED = re.compile(rb"dev/amdahl/[\w/$]+")

root = pathlib.Path(sys.argv[1])
used, sized = {}, set()
for folder in ("target/test-classes", "target/classes"):
    for file in root.glob(f"*/{folder}/dev/amdahl/**/*.class"):
        name = file.as_posix().partition(folder + "/")[2].removesuffix(".class")
        if "test-classes" in folder or "/contract/" in name or "/testing/" in name:
            text = file.read_bytes()
            used.setdefault(name, set()).update(found.decode() for found in NAMED.findall(text))
            if name != REQUIRES and ASKED.search(text):
                sized.add(name)


def asks(name, seen):
    """Nested classes are part of the one that holds them."""
    if name in sized:
        return True
    seen.add(name)
    inner = (other for other in used if other.startswith(name + "$"))
    return any(asks(other, seen) for other in (*used.get(name, ()), *inner) if other not in seen)


sys.setrecursionlimit(10_000)
for report in root.glob("*/target/surefire-reports/TEST-*.xml"):
    suite = tree.parse(report).getroot()
    name = suite.get("name").replace(".", "/")
    # The counts of the whole leave out those of nested classes.
    whole = int(suite.get("tests")) > 0 and not any(case.find(end) is not None for case in suite.iter("testcase") for end in ("skipped", "failure", "error"))
    if whole and name in used and not asks(name, set()):
        print(name + ".class")
