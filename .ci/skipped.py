"""Lists every skipped test with its reason; fails on one that could have run on this machine."""

import ctypes.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

PREFIX = "not in this environment: "  # dev.amdahl.spi.contract.Requires


def could_run(reason):
    """Asks again what the test asked; a reason of no known kind is none."""
    kind, _, what = reason.removeprefix(PREFIX).partition(" ")
    if not reason.startswith(PREFIX):
        return True
    if kind == "GPU":
        return os.path.exists("/dev/nvidiactl")
    if kind == "library":
        name = what.partition(" ")[0]
        toolkits = pathlib.Path("/usr/local").glob(f"cuda*/lib64/lib{name}.so.1[23]")
        plugins = pathlib.Path("/usr/lib").glob(f"*/slurm-wlm/{name}.so")
        return ctypes.util.find_library(name) is not None or any(toolkits) or any(plugins)
    if kind == "data":
        return "AMDAHL_DATA" in os.environ
    if kind == "recording":
        return "AMDAHL_RECORDINGS" in os.environ
    if kind == "program":
        return shutil.which(what) is not None or any(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{what}"))
    if kind == "mounts":
        mount = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", tempfile.gettempdir()]
        return subprocess.run(mount, check=False, capture_output=True).returncode == 0
    if kind == "processors":
        return (os.cpu_count() or 1) >= int(what)
    return True


def reason_of(skip):
    text = skip.get("message") or (skip.text or "").strip().partition("\n")[0]
    return text.removeprefix("org.opentest4j.TestAbortedException: ").removeprefix("Assumption failed: ") or "no reason"


tests, skips, wrong = 0, 0, 0
for report in pathlib.Path(sys.argv[1]).glob("*/target/surefire-reports/TEST-*.xml"):
    for case in tree.parse(report).iter("testcase"):
        tests += 1
        for skip in case.iter("skipped"):
            skips += 1
            wrong += could_run(reason_of(skip))
            word = "COULD HAVE RUN" if could_run(reason_of(skip)) else "skipped"
            print(f"{word}: {case.get('classname')}.{case.get('name') or '*'}: {reason_of(skip)}")
print(f"{tests} tests reported, {skips} skipped, {wrong} of these could have run")
sys.exit(1 if wrong or not tests else 0)
