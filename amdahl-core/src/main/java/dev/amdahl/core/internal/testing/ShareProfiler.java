package dev.amdahl.core.internal.testing;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;

/** Reads traces that hold nothing but the share of a time, of 10 s unless they say so, in which a kernel ran; for the rest the job waited for input. Thread-safe. */
public final class ShareProfiler implements Profiler {
    private static final double SECONDS = 10;
    private static final int STEPS = 100;

    /** One interval in each step. */
    private record Steps(int device, Activity shown, long step, long from, long to) implements Lane {
        @Override
        public Activity.Side side() {
            return shown.side();
        }

        @Override
        public String name() {
            return "lane";
        }

        @Override
        public int size() {
            return STEPS;
        }

        @Override
        public long start(int i) {
            return i * step + from;
        }

        @Override
        public long end(int i) {
            return i * step + to;
        }

        @Override
        public Activity activity(int i) {
            return shown;
        }

        @Override
        public String label(int i) {
            return "";
        }

        @Override
        public long correlation(int i) {
            return -1;
        }
    }

    private record Span(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    private record Read(
            Artifact artifact,
            String profiler,
            Optional<Timeline> timeline,
            Map<String, Double> counters,
            List<HotFrame> hotFrames,
            List<String> findings)
            implements Profile {}

    @Override
    public boolean reads(Artifact artifact) {
        return artifact.role().equals("trace");
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        try {
            Scanner words = new Scanner(Files.readString(artifact.path())).useLocale(Locale.ROOT);
            double share = words.nextDouble();
            double seconds = words.hasNextDouble() ? words.nextDouble() : SECONDS;
            long step = Math.round(seconds * 1e9 / STEPS);
            long waits = step - Math.round(step * share);
            Timeline timeline = new Span(
                    0,
                    step * STEPS,
                    false,
                    1,
                    List.of(
                            new Steps(0, Activity.KERNEL, step, waits, step),
                            new Steps(-1, Activity.INPUT_WAIT, step, 0, waits)));
            return new Read(artifact, "share", Optional.of(timeline), Map.of(), List.of(), List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
