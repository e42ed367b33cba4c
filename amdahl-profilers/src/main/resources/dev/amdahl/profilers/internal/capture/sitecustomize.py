"""Profiles a Python job that was not written for it.

With the folder of this file on PYTHONPATH, Python imports it before the job. Where AMDAHL_STACKS names a file, the stack of the main thread
is looked at a hundred times a second, and what was seen while the process used a processor is written there as folded stacks. Of a PyTorch
job, where AMDAHL_TRACE names a file, a few steps are profiled and written there; where AMDAHL_STEPS names a file that the job does not write
itself, each step becomes one JSON line. A step ends with the step of the first optimizer that makes one; without an optimizer, with a batch
of a DataLoader. In any other run nothing is patched.

It never breaks the job: what goes wrong here is one line on standard error, and the job goes on without it. Python 3.6 and PyTorch 1.10
or newer; on any other version it steps aside.
"""

import os
import sys

_FIRST = 2  # steps before the profiled ones: the first ones warm up
_STEPS = 8
_MAX_SECONDS = 30
_BUFFERED = 64 * 1024
_SAMPLES_A_SECOND = 100
_MAX_DEPTH = 64
_MAX_STACKS = 20000


def _say(what):
    sys.stderr.write("amdahl: the Python hook steps aside: %s\n" % what)


class _Watch:
    """What is known of the steps of this process."""

    def __init__(self, torch):
        import atexit
        import time

        self.torch = torch
        self.now = time.perf_counter
        self.time = time.time
        self.process = os.getpid()
        self.trace = os.environ.get("AMDAHL_TRACE")
        self.path = os.environ.get("AMDAHL_STEPS")
        self.trains = False
        self.optimizer = None
        self.last = None
        self.wait = 0.0
        self.save = 0.0
        self.steps = 0
        self.log = None
        self.profile = None
        self.range = None
        self.begun = 0.0
        atexit.register(self.close)

    def is_idle(self):
        """Only one process of several that train together is watched, and no child that it forks."""
        return os.environ.get("RANK", "0") != "0" or os.getpid() != self.process

    def stepped(self, optimizer):
        if self.optimizer is None:
            self.optimizer = optimizer
        if optimizer is self.optimizer:
            self.mark()

    def batch(self, seconds):
        self.wait += seconds
        if not self.trains:
            self.mark()

    def saved(self, seconds):
        self.save += seconds

    def mark(self):
        if self.is_idle():
            return
        now = self.now()
        if self.last is not None and self.path:
            self.line(now - self.last)
        self.steps += 1
        self.wait = self.save = 0.0
        if self.trace:
            self.profiled(now)
        self.last = self.now()

    def line(self, seconds):
        if self.log is None:
            if os.path.exists(self.path):
                self.path = None
                return
            self.log = open(self.path, "a", encoding="ascii", buffering=_BUFFERED)
        self.log.write(
            '{"step": %d, "seconds": %.9f, "wait": %.9f, "save": %.9f, "at": %.6f}\n'
            % (self.steps, seconds, self.wait, self.save, self.time())
        )

    def profiled(self, now):
        if self.profile is None and self.steps == _FIRST:
            self.start(now)
        elif self.profile is not None and (
            self.steps >= _FIRST + _STEPS or now - self.begun > _MAX_SECONDS
        ):
            self.stop()
        if self.profile is not None:
            self.next_range()

    def start(self, now):
        torch = self.torch
        self.begun = now
        if torch.profiler.kineto_available():
            kinds = [torch.profiler.ProfilerActivity.CPU]
            if torch.cuda.is_available():
                kinds.append(torch.profiler.ProfilerActivity.CUDA)
            self.profile = torch.profiler.profile(activities=kinds)
        else:
            self.profile = torch.autograd.profiler.profile()
        self.profile.__enter__()

    def next_range(self):
        self.end_range()
        self.range = self.torch.autograd.profiler.record_function("ProfilerStep#%d" % self.steps)
        self.range.__enter__()

    def end_range(self):
        if self.range is not None:
            self.range.__exit__(None, None, None)
            self.range = None

    def stop(self):
        self.end_range()
        profile, self.profile = self.profile, None
        profile.__exit__(None, None, None)
        if not os.path.exists(self.trace):
            part = self.trace + ".part.json"
            profile.export_chrome_trace(part)
            os.replace(part, self.trace)
        self.trace = None

    def close(self):
        try:
            if self.profile is not None and not self.is_idle():
                self.stop()
            if self.log is not None and not self.is_idle():
                self.log.close()
        except Exception as problem:  # at the end of the job, which has done its work
            _say(problem)


def _watch(torch):
    """Patches the two places that every training loop passes."""
    import functools

    version = torch.__version__.split(".")
    if version[0] not in ("1", "2") or (version[0] == "1" and int(version[1]) < 10):
        _say("it does not know PyTorch %s" % torch.__version__)
        return
    from torch.utils.data import dataloader

    watch = _Watch(torch)

    def safely(call, *arguments):
        if watch is None:
            return
        try:
            call(*arguments)
        except Exception as problem:
            give_up(problem)

    def give_up(problem):
        nonlocal watch
        watch = None
        _say("%s: %s" % (type(problem).__name__, problem))

    begin = torch.optim.Optimizer.__init__

    @functools.wraps(begin)
    def begun(self, *arguments, **named):
        begin(self, *arguments, **named)
        if watch is not None:
            watch.trains = True
        kind = type(self)
        step = kind.step
        if getattr(step, "_amdahl", False):
            return

        @functools.wraps(step)
        def stepped(self, *arguments, **named):
            result = step(self, *arguments, **named)
            if watch is not None:
                safely(watch.stepped, self)
            return result

        stepped._amdahl = True
        kind.step = stepped

    torch.optim.Optimizer.__init__ = begun

    iterator = dataloader._BaseDataLoaderIter
    following = iterator.__next__

    @functools.wraps(following)
    def following_batch(self):
        if watch is None:
            return following(self)
        start = watch.now()
        batch = following(self)
        if watch is not None:
            safely(watch.batch, watch.now() - start)
        return batch

    iterator.__next__ = following_batch
    if hasattr(iterator, "next"):
        iterator.next = following_batch
    save = torch.save

    @functools.wraps(save)
    def saved(*arguments, **named):
        if watch is None:
            return save(*arguments, **named)
        start = watch.now()
        try:
            return save(*arguments, **named)
        finally:
            if watch is not None:
                safely(watch.saved, watch.now() - start)

    torch.save = saved


class _Finder:
    """Lets torch be imported as ever, and patches it then."""

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        import importlib.util

        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def executed(module):
            execute(module)
            try:
                _watch(module)
            except Exception as problem:
                _say("%s: %s" % (type(problem).__name__, problem))

        spec.loader.exec_module = executed
        return spec


class _Stacks:
    """Looks at the main thread from another one; a stack weighs as much as the thread used a processor since the last look."""

    def __init__(self, path):
        import atexit
        import threading
        import time

        self.path = path
        self.process = os.getpid()
        self.main = threading.main_thread().ident
        clock = time.pthread_getcpuclockid(self.main)
        self.cpu = lambda: time.clock_gettime(clock)
        self.seen = {}
        self.over = threading.Event()
        self.sampler = threading.Thread(target=self.run, name="amdahl-stacks", daemon=True)
        self.sampler.start()
        atexit.register(self.close)

    def run(self):
        period = 1.0 / _SAMPLES_A_SECOND
        used = self.cpu()
        while not self.over.wait(period):
            now = self.cpu()
            frame = sys._current_frames().get(self.main) if now > used else None
            if frame is not None:
                self.take(frame, now - used)
            used = now

    def take(self, frame, seconds):
        key = []
        while frame is not None and len(key) < _MAX_DEPTH:
            key.append((frame.f_code, frame.f_lineno if not key else 0))
            frame = frame.f_back
        key = tuple(key)
        if key in self.seen or len(self.seen) < _MAX_STACKS:
            self.seen[key] = self.seen.get(key, 0) + seconds

    def close(self):
        """Of several processes, the one that was seen at work for longest is kept."""
        if os.getpid() != self.process:
            return
        self.over.set()
        self.sampler.join(1)
        total = sum(self.seen.values())
        if total <= self.known():
            return
        part = "%s.%d" % (self.path, self.process)
        with open(part, "w", encoding="utf-8", errors="replace") as file:
            file.write("# frequency: 1000\n# seconds: %.6f\n" % total)
            for key, seconds in self.seen.items():
                file.write("%s %.3f\n" % (";".join(self.name(*one) for one in reversed(key)), 1000 * seconds))
        os.replace(part, self.path)

    def known(self):
        try:
            with open(self.path, encoding="utf-8") as file:
                file.readline()
                return float(file.readline().rpartition(":")[2])
        except (OSError, ValueError):
            return 0

    @staticmethod
    def name(code, line):
        file = os.path.basename(code.co_filename).replace(";", ",").replace("\n", " ")
        return "%s (%s:%d)" % (code.co_name, file, line or code.co_firstlineno)


def _next_one():
    """Runs the sitecustomize that this file stands before, if there is one."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    here = os.path.dirname(os.path.abspath(__file__))
    others = [place for place in sys.path if os.path.abspath(place or ".") != here]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(module_from_spec(spec))


try:
    _next_one()
except Exception as problem:  # it would not have ended Python either
    sys.stderr.write("Error in sitecustomize: %s\n" % problem)
if os.environ.get("AMDAHL_TRACE") or os.environ.get("AMDAHL_STEPS"):
    sys.meta_path.insert(0, _Finder())
if os.environ.get("AMDAHL_STACKS"):
    try:
        _Stacks(os.environ["AMDAHL_STACKS"])
    except Exception as problem:
        _say(problem)
