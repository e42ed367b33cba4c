"""Times the steps of a job, seeds it, writes its trace and its metrics, and changes settings while it runs.

Copy this file beside a training or evaluation script; it needs Python 3.8 and nothing else, and uses PyTorch and NumPy where the script does.

    import amdahl_steps

    amdahl_steps.seed()                           # the same for both runs of a pair, another one for each pair
    for batch in amdahl_steps.steps(loader):      # times each step, the fetching of its batch included
        loader.prefetch = int(amdahl_steps.setting("PREFETCH", "2"))
        loss = train(batch)
    amdahl_steps.metric(loss=float(loss))         # what a change must not make worse

Each step becomes one JSON line in the file that AMDAHL_STEPS names. Where AMDAHL_SWITCH names a schedule, its settings are in force from
the step it says; ``setting`` tells the present value, and ``on_switch`` calls a function at each change. Where AMDAHL_WORK_LIMIT is set,
the loop ends after that many work units. Where AMDAHL_TRACE names a file, torch.profiler records eight steps there, once two have warmed up.
Outside trials none of these is set, and ``steps`` is the plain loop.

It never breaks the job: what goes wrong here is one line on standard error, and the loop goes on without it.
"""

import atexit
import json
import os
import random
import sys
import time

__all__ = ["metric", "on_switch", "seed", "setting", "steps"]

_BUFFERED = 64 * 1024
_WARM_UP = 2
_TRACED = 8


class _Log:
    """The lines of steps, kept until there are enough of them to write: a write per step would be part of what is timed."""

    def __init__(self, path):
        self._file = open(path, "a", encoding="ascii", buffering=_BUFFERED) if path else None
        if self._file:
            atexit.register(self.close)

    def write(self, step, seconds, work, arm):
        if self._file:
            units = "" if work is None else ', "work_units": %r' % (work,)
            name = "" if arm is None else ', "arm": "%s"' % arm
            self._file.write('{"step": %d, "seconds": %.9f%s%s}\n' % (step, seconds, units, name))

    def flush(self):
        if self._file:
            self._file.flush()

    def close(self):
        if self._file:
            self._file.close()
            self._file = None


class _Schedule:
    """Which settings are in force from which step on."""

    def __init__(self, path):
        self._lines = []
        self._next = 0
        self.arm = None
        self.settings = {}
        if path:
            with open(path, encoding="utf-8") as lines:
                self._lines = [json.loads(line) for line in lines if line.strip()]

    def reach(self, step):
        """Puts in force what is due at a step; returns whether anything changed."""
        changed = False
        while self._next < len(self._lines) and self._lines[self._next]["from_step"] <= step:
            line = self._lines[self._next]
            self._next += 1
            changed = changed or line["environment"] != self.settings
            self.arm = line["arm"]
            self.settings = line["environment"]
            os.environ.update(self.settings)
        return changed


class _Trace:
    """A profile of a few steps, where a trace is asked for and the job uses PyTorch."""

    def __init__(self, path):
        self._path = path
        self._seen = 0
        self._profile = None

    def step(self):
        """To be called before each step."""
        if not self._path:
            return
        try:
            self._seen += 1
            if self._seen == _WARM_UP + 1 and "torch" in sys.modules:
                from torch import profiler

                kinds = [profiler.ProfilerActivity.CPU]
                if sys.modules["torch"].cuda.is_available():
                    kinds.append(profiler.ProfilerActivity.CUDA)
                self._profile = profiler.profile(activities=kinds)
                self._profile.start()
            elif self._seen == _WARM_UP + _TRACED + 1:
                self.close()
        except Exception as problem:  # a profiler may fail in any way, and the job goes on
            self._profile = None
            self._path = None
            _say("no trace is written: %s" % problem)

    def close(self):
        if self._profile is not None:
            profile, path = self._profile, self._path
            self._profile = self._path = None
            profile.stop()
            profile.export_chrome_trace(path)


def _say(problem):
    print("amdahl_steps: %s; the job goes on without it" % problem, file=sys.stderr)


def _or_none(make, path, what):
    try:
        return make(path)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        _say("%s %s cannot be used: %s" % (what, path, problem))
        return make(None)


def _limit():
    text = os.environ.get("AMDAHL_WORK_LIMIT", "")
    try:
        return float(text) if text else None
    except ValueError:
        _say("AMDAHL_WORK_LIMIT is not a number: %s" % text)
        return None


_log = _or_none(_Log, os.environ.get("AMDAHL_STEPS"), "the step log")
_schedule = _or_none(_Schedule, os.environ.get("AMDAHL_SWITCH"), "the schedule")
_trace = _Trace(os.environ.get("AMDAHL_TRACE") if os.environ.get("RANK", "0") == "0" else None)
_listeners = []
_metrics = {}
_step = 0
_done = 0.0


def setting(name, default=None):
    """Returns the present value of a setting: by the schedule, else of the environment variable, else the default."""
    return _schedule.settings.get(name, os.environ.get(name, default))


def seed(default=0):
    """Seeds random, NumPy and PyTorch, those of them that are imported, and returns the seed: of the trial, or the default."""
    try:
        value = int(os.environ.get("AMDAHL_SEED", default)) % 2**32
    except ValueError:
        _say("AMDAHL_SEED is not a number: %s" % os.environ["AMDAHL_SEED"])
        value = default
    random.seed(value)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(value)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(value)
    return value


def metric(work_units=None, **values):
    """Keeps figures of the job, such as loss=0.31, and writes all of them where the trial reads them."""
    path = os.environ.get("AMDAHL_METRICS")
    _metrics.update(values)
    if path:
        document = {"metrics": {name: float(value) for name, value in _metrics.items()}}
        if work_units is not None or _done > 0:
            document["work_units"] = _done if work_units is None else work_units
        try:
            with open(path, "w", encoding="ascii") as file:
                json.dump(document, file)
        except OSError as problem:
            _say("metrics could not be written: %s" % problem)


def on_switch(listener):
    """Calls a function without arguments at once, and after each change of the settings."""
    _listeners.append(listener)
    listener()


def steps(batches, work=None):
    """Yields the batches, timing each step from one fetch to the next.

    Arguments:
        batches: what is looped over.
        work: work units of a step, a number or a function of the batch; without it, its length where it has one, else none.
    """
    global _step, _done
    limit = _limit()
    counts = None
    source = iter(batches)
    while True:
        if _schedule.reach(_step):
            for listener in _listeners:
                listener()
        arm = _schedule.arm
        _trace.step()
        begun = time.perf_counter()
        try:
            batch = next(source)
        except StopIteration:
            break
        units = _units(batch, work)
        if counts is None:
            counts = units is not None
        yield batch
        seconds = time.perf_counter() - begun
        try:
            _log.write(_step, seconds, (0 if units is None else units) if counts else None, arm)
        except (OSError, ValueError) as problem:
            _say("a step could not be written: %s" % problem)
            _log.close()
        _step += 1
        _done += 1 if units is None else units
        if limit is not None and _done >= limit:
            break
    try:
        _trace.close()
    except Exception as problem:
        _say("no trace is written: %s" % problem)
    _log.flush()


def _units(batch, work):
    if callable(work):
        return work(batch)
    if work is not None:
        return work
    try:
        return len(batch)
    except TypeError:
        return None
