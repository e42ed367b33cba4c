package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random timelines: anything may overlap, touch, be empty or lie outside of the window. */
final class JobDraft {
    private static final long SPAN = 2_000_000;
    private static final List<Activity> DEVICE = List.of(Activity.KERNEL, Activity.COMMUNICATION, Activity.COPY);
    private static final List<Activity> PHASE = List.of(
            Activity.QUEUE, Activity.PROVISIONING, Activity.WARMUP, Activity.RUN, Activity.TAIL, Activity.AFTER_FINISH);

    private final SplittableRandom random;
    private final int devices;

    private JobDraft(SplittableRandom random, int devices) {
        this.random = random;
        this.devices = devices;
    }

    /** One trace, or a few ranks' traces joined. */
    static Timeline of(SplittableRandom random) {
        boolean isEpochBased = random.nextBoolean();
        if (random.nextInt(5) > 0) {
            return new JobDraft(random, random.nextInt(4)).timeline(isEpochBased);
        }
        return JobTimeline.ofRanks(IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(rank -> new JobDraft(random, 1 + random.nextInt(2)).timeline(isEpochBased))
                .toList());
    }

    private Timeline timeline(boolean isEpochBased) {
        TimelineFixture fixture = new TimelineFixture();
        if (isEpochBased) {
            fixture.epochBased();
        }
        for (int i = random.nextInt(40); devices > 0 && i > 0; i--) {
            device(fixture, random.nextLong(SPAN));
        }
        for (int i = random.nextInt(40); i > 0; i--) {
            Activity activity = HostActivity.PRIORITY.get(random.nextInt(HostActivity.PRIORITY.size()));
            long start = random.nextLong(SPAN);
            fixture.host("thread " + random.nextInt(3), activity, start, start + length());
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            long start = random.nextLong(SPAN);
            boolean isStep = random.nextInt(4) > 0;
            fixture.phase(isStep ? Activity.STEP : PHASE.get(random.nextInt(PHASE.size())), start, start + length());
        }
        int shown = random.nextInt(8) == 0 ? devices + 1 : devices;
        return fixture.build(100_000, SPAN + 200_000, shown);
    }

    private void device(TimelineFixture fixture, long start) {
        int device = random.nextInt(devices);
        switch (random.nextInt(4)) {
            case 0 ->
                fixture.collective(
                        device, random.nextInt(3) == 0 ? "ncclSendRecv" : "ncclAllReduce", start, start + length());
            case 1 ->
                fixture.launched(
                        "thread " + random.nextInt(3),
                        Math.max(0, start - 3_000),
                        random.nextInt(50),
                        device,
                        start,
                        start + length());
            default ->
                fixture.stream(
                        device,
                        "stream " + random.nextInt(3),
                        DEVICE.get(random.nextInt(DEVICE.size())),
                        start,
                        start + length());
        }
    }

    /** Empty, touching on a coarse grid, or anything. */
    private long length() {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 50_000;
            default -> random.nextLong(300_000);
        };
    }
}
