package dev.amdahl.examples.cli.trace;

import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loads what an answer needs while a second processor would be idle: it answers for a made-up run of a few intervals while the file
 * is being read. Without it a short command waits for its classes after the reading. Immutable.
 */
final class WarmStart implements Profile, Timeline {
    private WarmStart() {}

    /** Begins, where there is a processor for it; what fails here fails again, and is told, in the answer itself. */
    static void begin(boolean isJson) {
        if (Runtime.getRuntime().availableProcessors() > 1) {
            Thread thread = new Thread(() -> answer(isJson), "amdahl-warm-start");
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((failed, any) -> {});
            thread.start();
        }
    }

    private static void answer(boolean isJson) {
        WarmStart run = new WarmStart();
        TraceAnswer answer = new TraceAnswer(new TraceReading("", run, List.of(run)), 1, false, Optional.empty());
        if (isJson) {
            Json.text(answer.json());
        } else {
            answer.text();
        }
    }

    @Override
    public Artifact artifact() {
        return new Artifact(Path.of(""), "trace");
    }

    @Override
    public String profiler() {
        return "";
    }

    @Override
    public Optional<Timeline> timeline() {
        return Optional.of(this);
    }

    @Override
    public Map<String, Double> counters() {
        return Map.of();
    }

    @Override
    public List<HotFrame> hotFrames() {
        return List.of(new HotFrame("", 0));
    }

    @Override
    public List<String> findings() {
        return List.of();
    }

    @Override
    public long startNanos() {
        return 0;
    }

    @Override
    public long endNanos() {
        return Row.LENGTH * Row.COUNT;
    }

    @Override
    public boolean isEpochBased() {
        return false;
    }

    @Override
    public int accelerators() {
        return 1;
    }

    @Override
    public List<Lane> lanes() {
        return List.of(
                new Row(0, Activity.KERNEL, "gemm"),
                new Row(0, Activity.COMMUNICATION, "nccl"),
                new Row(0, Activity.COPY, "Memcpy HtoD"),
                new Row(-1, Activity.LAUNCH, "cudaLaunchKernel"),
                new Row(-1, Activity.SYNC, "cudaDeviceSynchronize"),
                new Row(-1, Activity.HOST_CODE, "aten::mm"),
                new Row(-1, Activity.STEP, "ProfilerStep#1"));
    }

    /** A lane of equal intervals, with time between them that only host code explains. */
    private record Row(int device, Activity activity, String name) implements Lane {
        static final int COUNT = 4;
        static final long LENGTH = 100_000;

        @Override
        public Activity.Side side() {
            return activity.side();
        }

        @Override
        public int size() {
            return COUNT;
        }

        @Override
        public long start(int i) {
            return i * LENGTH + (device < 0 ? 0 : LENGTH / 8);
        }

        @Override
        public long end(int i) {
            return start(i) + (activity == Activity.HOST_CODE ? LENGTH : LENGTH / 2);
        }

        @Override
        public Activity activity(int i) {
            return activity;
        }

        @Override
        public String label(int i) {
            return name;
        }

        @Override
        public long correlation(int i) {
            return activity == Activity.KERNEL || activity == Activity.LAUNCH ? i : -1;
        }
    }
}
