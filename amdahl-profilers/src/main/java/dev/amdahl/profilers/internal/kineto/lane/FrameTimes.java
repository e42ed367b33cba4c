package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.profilers.kineto.host.FrameWait;
import dev.amdahl.profilers.kineto.host.FrameWork;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.HotFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sums of time by frame, over all threads. Not thread-safe. */
@SuppressWarnings("EnumOrdinal")
public final class FrameTimes {
    private static final int ACTIVITIES = Activity.values().length;

    /** Python's own modules, installed packages, and what PyTorch and numbers are made of: nobody edits these to make a job faster. */
    private static final Pattern LIBRARY = Pattern.compile("(^|/)(site|dist)-packages/|(^|/)lib(64)?/python\\d|^<|"
            + "^(torch|torchvision|torchaudio|torchdata|functorch|triton|numpy|scipy|pandas|PIL|cv2|sklearn|jax|jaxlib|tqdm|"
            + "asyncio|collections|concurrent|ctypes|email|encodings|http|importlib|json|logging|multiprocessing|unittest|urllib|xml"
            + ")/|^_?(abc|argparse|ast|bdb|bisect|bootlocale|codecs|code|collections_abc|contextlib|copy|copyreg|cProfile|csv|"
            + "dataclasses|datetime|decimal|dis|enum|fnmatch|fractions|functools|genericpath|getpass|gettext|glob|gzip|hashlib|"
            + "heapq|hmac|inspect|io|linecache|locale|ntpath|numbers|opcode|operator|os|pathlib|pdb|pickle|platform|posixpath|"
            + "pprint|pstats|queue|random|re|reprlib|runpy|sched|secrets|selectors|shlex|shutil|signal|site|socket|socketserver|"
            + "ssl|stat|statistics|string|struct|subprocess|sysconfig|tempfile|textwrap|threading|timeit|tokenize|traceback|"
            + "types|typing|uuid|warnings|weakref|weakrefset|zipfile)\\.py:");

    private static final String MODULE = "nn.Module: ";

    private final Map<String, Times> times = new HashMap<>();
    private final String[] labels;
    private final @Nullable Times[] bySymbol;
    private @Nullable LaunchedTime launched;
    private long waits;

    /** @param labels the names of frames by symbol */
    public FrameTimes(String[] labels) {
        this.labels = labels;
        this.bySymbol = new Times[labels.length];
    }

    /** Sums of one frame. */
    static final class Times {
        final boolean hasLine;
        final boolean isOwn;
        final boolean isModule;
        /** Nanoseconds in which no frame of the user's own ran below it, by threads that drive a device and by others. */
        long driving;

        long other;
        /** Calls that launched device work, and the durations of that. */
        long launches;

        long launchedNanos;
        final long[] calls = new long[ACTIVITIES];
        final long[] waitSelf = new long[ACTIVITIES];
        final long[] waitTotal = new long[ACTIVITIES];
        /** The last wait that was counted here, so that a frame that recurs on the stack counts it once. */
        long lastWait = -1;

        private Times(String frame, boolean hasLine) {
            this.hasLine = hasLine;
            this.isOwn = hasLine && !LIBRARY.matcher(frame).find();
            this.isModule = !hasLine && frame.startsWith(MODULE);
        }
    }

    /**
     * Adds the frames of a thread, and what it waited and launched under them.
     *
     * @param lanes all of the devices
     */
    void add(Frames frames, LaneColumns thread, List<LaneColumns> lanes) {
        if (launched == null) {
            launched = new LaunchedTime(lanes);
        }
        new FrameSweep(frames, this, launched).run(thread);
    }

    /** Returns the sums of the frame of that symbol. */
    Times of(int symbol) {
        Times known = bySymbol[symbol];
        if (known == null) {
            String frame = frame(labels[symbol]);
            known = times.computeIfAbsent(frame, any -> new Times(frame, !frame.equals(labels[symbol])));
            bySymbol[symbol] = known;
        }
        return known;
    }

    /** Returns a number for one more wait. */
    long nextWait() {
        return ++waits;
    }

    /**
     * Returns the hottest frames of the threads that drive a device, or of all where none does. Time in a library belongs to the innermost frame
     * of the user's own code that called it; without any, to the innermost frame.
     */
    public List<HotFrame> hottest(int most) {
        boolean isDriven = times.values().stream().anyMatch(time -> time.driving > 0);
        List<HotFrame> hottest = new ArrayList<>();
        for (Map.Entry<String, Times> one : times.entrySet()) {
            long nanos = isDriven ? one.getValue().driving : one.getValue().other;
            if (nanos > 0) {
                hottest.add(new HotFrame(one.getKey(), nanos / 1e9));
            }
        }
        hottest.sort((a, b) ->
                a.seconds() == b.seconds() ? a.frame().compareTo(b.frame()) : Double.compare(b.seconds(), a.seconds()));
        return List.copyOf(hottest.subList(0, Math.min(most, hottest.size())));
    }

    /** Returns the frames with the most time waited directly under them. */
    public List<FrameWait> waits(int most) {
        List<FrameWait> waits = new ArrayList<>();
        for (Map.Entry<String, Times> one : times.entrySet()) {
            Times time = one.getValue();
            for (Activity activity : Activity.values()) {
                int i = activity.ordinal();
                if (time.waitTotal[i] > 0) {
                    waits.add(
                            new FrameWait(one.getKey(), activity, time.calls[i], time.waitSelf[i], time.waitTotal[i]));
                }
            }
        }
        if (waits.isEmpty()) {
            return waits;
        }
        waits.sort(Comparator.comparingLong(FrameWait::selfNanos)
                .thenComparingLong(FrameWait::totalNanos)
                .reversed()
                .thenComparing(FrameWait::frame)
                .thenComparing(FrameWait::activity));
        return List.copyOf(waits.subList(0, Math.min(most, waits.size())));
    }

    /** Returns the durations of all pieces of device work, added up; 0 without frames. */
    public long deviceNanos() {
        return launched == null ? 0 : launched.all();
    }

    /**
     * Returns the device work that was launched by modules (without their prefix), or by lines, most first. A line of a library has only what
     * none of the user's own is above.
     */
    public List<FrameWork> work(boolean ofModules) {
        List<FrameWork> work = new ArrayList<>();
        times.forEach((name, time) -> {
            if (time.launches > 0 && time.isModule == ofModules) {
                work.add(new FrameWork(
                        ofModules ? name.substring(MODULE.length()) : name, time.launches, time.launchedNanos));
            }
        });
        work.sort(Comparator.comparingLong(FrameWork::nanos).reversed().thenComparing(FrameWork::frame));
        return List.copyOf(work);
    }

    /** {@code train.py(120): step} as {@code train.py:120 step}; any other name as it is. */
    static String frame(String name) {
        int end = name.indexOf("): ");
        int digits = end;
        while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        boolean hasLine = digits < end && digits > 1 && name.charAt(digits - 1) == '(';
        return hasLine
                ? name.substring(0, digits - 1) + ":" + name.substring(digits, end) + " " + name.substring(end + 3)
                : name;
    }
}
