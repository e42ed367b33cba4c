package dev.amdahl.profilers.internal.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Samples a process tree into a file of JSON lines, each written at once, so that a cut file can still be read. Thread-safe. */
final class ProcessCapture implements Profiler.Capture {
    static final String FORMAT = "amdahl.process/1";
    static final String DEVICE_KEY = "device_busy_fraction";
    static final String CORES_KEY = "cores";
    static final String THROTTLED_KEY = "cpu_throttled_seconds";
    static final String GROUP_KEY = "cgroup_cpu_seconds";

    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** After ten minutes at 10 Hz one sample a second is written. */
    private static final int DENSE = 6000;
    /** A younger process is measured from its own start, when all its counts were 0, s. */
    private static final double YOUNG = 2;

    private final Clock clock;
    private final Instant started;
    private final Path file;
    private final ProcessTree tree;
    private final CgroupReader groups;
    private final long pid;
    private final Writer out;
    private Optional<AcceleratorUse> use = Optional.empty();
    private final ScheduledExecutorService timer;
    private final ScheduledFuture<?> sampling;
    private long samples;
    private boolean ended;
    private boolean stopped;
    private @Nullable IOException failure;

    ProcessCapture(
            Clock clock,
            ProcReader reader,
            CgroupReader groups,
            Duration period,
            List<String> useCommand,
            long pid,
            Path directory) {
        this.clock = clock;
        this.groups = groups;
        this.pid = pid;
        started = clock.instant();
        file = directory.resolve("process.jsonl");
        tree = new ProcessTree(reader, pid);
        ObjectNode header = MAPPER.createObjectNode();
        header.put("format", FORMAT).put("pid", pid).put("started", started.toString());
        reader.cores(pid).ifPresent(cores -> header.put(CORES_KEY, cores));
        try {
            Files.createDirectories(directory);
            out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
            write(header);
        } catch (IOException e) {
            throw failed(e);
        }
        tree.age().filter(age -> age < YOUNG).ifPresent(this::begin);
        sample(true);
        use = AcceleratorUse.start(useCommand);
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "amdahl-process-capture");
            thread.setDaemon(true);
            return thread;
        });
        sampling = timer.scheduleAtFixedRate(
                () -> sample(false), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public synchronized Artifact stop() {
        if (!stopped) {
            stopped = true;
            sampling.cancel(false);
            timer.shutdown();
            sample(true);
            use.ifPresent(AcceleratorUse::close);
            try {
                out.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failed(failure);
        }
        return new Artifact(file, "process");
    }

    private void begin(double age) {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("t", elapsed() - age).put("processes", 1);
        tree.sample().totals().values().keySet().forEach(counter -> line.put(counter.key(), 0.0));
        putGroup(line);
        try {
            write(line);
        } catch (IOException e) {
            failure = e;
        }
    }

    /** @param always whether it is written however many there are, and at the end; one that came too late for that is none */
    private synchronized void sample(boolean always) {
        if (ended || failure != null || (stopped && !always)) {
            return;
        }
        ProcessTree.Sample now = tree.sample();
        ended = now.running() == 0;
        if (ended || !(always || samples++ < DENSE || samples % 10 == 0)) {
            return;
        }
        ObjectNode line = MAPPER.createObjectNode();
        line.put("t", elapsed()).put("processes", now.running());
        now.totals().values().forEach((counter, value) -> line.put(counter.key(), value));
        putGroup(line);
        use.map(AcceleratorUse::mean)
                .filter(mean -> mean.isPresent())
                .ifPresent(mean -> line.put(DEVICE_KEY, mean.getAsDouble()));
        try {
            write(line);
        } catch (IOException e) {
            failure = e;
        }
    }

    private void putGroup(ObjectNode line) {
        groups.of(pid)
                .ifPresent(
                        stat -> line.put(THROTTLED_KEY, stat.throttledSeconds()).put(GROUP_KEY, stat.usedSeconds()));
    }

    private double elapsed() {
        return Duration.between(started, clock.instant()).toNanos() / 1e9;
    }

    private void write(ObjectNode line) throws IOException {
        out.write(line + "\n");
        out.flush();
    }

    private AmdahlException failed(IOException e) {
        return new AmdahlException(
                ErrorCategory.USER, file + ": cannot be written: " + e + "; free space or choose another directory", e);
    }
}
