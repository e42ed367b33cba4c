package dev.amdahl.core.internal.timeline;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.core.internal.timeline.analysis.UnseenWork;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Every allocated accelerator-second of a run given to exactly one class: first by phase, then, inside the run, kernel over
 * communication over copy over the cause of the gap. Warm-up and the time after the finish are whole classes; in the tail only
 * accelerators without more work count. Accelerators that the timeline does not show, and time that it does not cover, are
 * unattributed; edges of a recording and queued work behind work that is not in the file are not recorded. Immutable.
 */
public final class Attribution {
    private static final double WORTH_SAYING = .01;

    private final Nanos nanos;
    private final Phases phases;
    private final List<DeviceActivity> devices;
    private final Hosts hosts;
    private final Collectives collectives;
    private final Optional<Pipeline> pipeline;
    private final Window window;
    private final long from;
    private final long to;
    private final long gapNanos;
    private final int syncGaps;
    private final long unseenNanos;
    private final Map<Integer, Spans> unseen;
    private final Thresholds thresholds;

    private Attribution(Timeline timeline, Window window, Thresholds thresholds, IntFunction<GapPieces.Places> places) {
        this.window = window;
        this.thresholds = thresholds;
        this.collectives = Collectives.of(timeline.lanes());
        this.devices =
                DeviceActivity.of(timeline.lanes(), collectives, timeline.accelerators(), window.from(), window.to());
        requireCountable();
        this.nanos = new Nanos();
        this.hosts = new Hosts(timeline.lanes(), devices, window.from(), window.to());
        this.phases = Phases.of(timeline.lanes(), devices, window, thresholds);
        this.pipeline = Pipeline.of(devices, phases.steps());
        long allocated = accelerators();
        this.from = Math.max(phases.warm(), Math.min(phases.finish(), window.shownFrom()));
        this.to = Math.max(from, Math.min(phases.finish(), window.shownTo()));
        nanos.add(Bottleneck.PROVISIONING, allocated * (phases.provisioned() - phases.start()));
        nanos.add(Bottleneck.NOT_RECORDED, allocated * phases.edges());
        nanos.add(Bottleneck.WARMUP, allocated * (phases.warm() - phases.begun()));
        nanos.add(Bottleneck.IDLE_AFTER_FINISH, allocated * (phases.ended() - phases.finish()));
        long hidden = (allocated - devices.size()) * (to - from);
        long uncovered = allocated * (window.uncovered() + phases.finish() - phases.warm() - (to - from));
        nanos.add(Bottleneck.UNATTRIBUTED, hidden + uncovered);
        nanos.add(Bottleneck.PROVISIONING, allocated * window.provisioning());
        GapSweep sweep = new GapSweep(
                from,
                to,
                phases.tail(),
                phases.steadySteps(),
                pipeline.map(Pipeline::steps).orElse(Spans.NONE),
                thresholds,
                nanos);
        this.unseen = UnseenWork.of(timeline);
        Map<Integer, Spans> graphs = UnseenWork.graphs(timeline);
        Spans edge = LaneSpans.of(new long[] {phases.begun()}, new long[] {phases.firstWork()}, from, to);
        long occupied = 0;
        for (int i = 0; i < devices.size(); i++) {
            int device = devices.get(i).device();
            Spans behind = requireNonNull(unseen.getOrDefault(device, Spans.NONE));
            occupied += behind.length(from, to);
            boolean isBefore = behind.length(phases.firstWork() - 1, phases.firstWork()) > 0;
            Spans inside = requireNonNull(graphs.getOrDefault(device, Spans.NONE));
            sweep.beside(inside, isBefore ? behind.or(edge) : behind, edge);
            sweep.sweep(devices.get(i), hosts.behind(devices.get(i)), places.apply(i));
        }
        this.unseenNanos = occupied;
        this.gapNanos = sweep.gapNanos() + hidden + uncovered;
        this.syncGaps = sweep.syncGaps();
    }

    /** Attributes a timeline alone: its own span is the wall. */
    public static Attribution of(Timeline timeline) {
        return of(timeline, Window.of(timeline), Thresholds.DEFAULT, accelerator -> GapPieces.Places.NOWHERE);
    }

    /**
     * Attributes a run. An epoch-based timeline is laid over the wall of the process, so that the time before and after it is
     * warm-up and after-finish, unless phases say otherwise; of any other timeline only the length counts, and the rest of the wall is
     * unattributed.
     *
     * @throws InvalidInputException if the accelerator-nanoseconds do not fit into a long
     */
    public static Attribution of(Timeline timeline, JobRunFacts facts, Thresholds thresholds) {
        return of(timeline, timeline, facts, thresholds);
    }

    /** Returns the same where only a part of what was joined into the timeline shows accelerators. */
    static Attribution of(Timeline timeline, Timeline shown, JobRunFacts facts, Thresholds thresholds) {
        requireNonNull(thresholds);
        return of(
                timeline,
                Window.of(timeline, shown, facts, thresholds),
                thresholds,
                accelerator -> GapPieces.Places.NOWHERE);
    }

    /** Returns the same in a window, with places by accelerator that are told where the time of its gaps lies. */
    static Attribution of(
            Timeline timeline, Window window, Thresholds thresholds, IntFunction<GapPieces.Places> places) {
        return new Attribution(timeline, window, thresholds, places);
    }

    private void requireCountable() {
        double all = (double) accelerators()
                * ((double) window.to() - window.from() + window.uncovered() + window.provisioning());
        if (!(all < Long.MAX_VALUE / 2.0)) {
            throw new InvalidInputException(
                    "timeline",
                    "holds " + accelerators() + " accelerators for " + all / 1e9 + " accelerator-seconds",
                    "check the times of its first and last event");
        }
    }

    /** Returns one account per class that has time. */
    public List<Account> accounts() {
        return nanos.accounts(accelerators(), window.queueSeconds());
    }

    /** Accelerator-nanoseconds of a class. */
    public long nanos(Bottleneck bottleneck) {
        return nanos.of(bottleneck);
    }

    /** Accelerators accounted for: the allocated ones, or those shown if they are more. */
    public int accelerators() {
        return Math.max(window.accelerators(), devices.size());
    }

    /** Allocated accelerator-nanoseconds that the record speaks of. */
    double recordedNanos() {
        return (double) accelerators() * wallNanos() - nanos.of(Bottleneck.NOT_RECORDED);
    }

    /** Allocated nanoseconds per accelerator. */
    public long wallNanos() {
        return window.to() - window.from() + window.uncovered() + window.provisioning();
    }

    /** Accelerator-seconds without device work inside the run, or outside what the timeline shows. */
    public double gapSeconds() {
        return gapNanos / 1e9;
    }

    /** Returns what was odd, in words. */
    public List<String> findings() {
        List<String> findings = new ArrayList<>(window.findings());
        if (devices.size() > window.accelerators()) {
            findings.add("the timeline shows " + Plurals.of(devices.size(), "accelerator") + ", "
                    + window.accelerators() + " allocated: all shown ones are accounted for");
        }
        if (devices.stream().noneMatch(DeviceActivity::worked)) {
            findings.add("no device work at all in the timeline");
        }
        recording(findings);
        if (collectives.matched() > 0 && collectives.unmatched() > 0) {
            findings.add(Plurals.of(collectives.unmatched(), "communication kernel")
                    + " without a partner on another accelerator: counted as transfer");
        }
        return List.copyOf(findings);
    }

    private void recording(List<String> findings) {
        double span = (double) phases.end() - phases.start();
        if (unseenNanos > 0) {
            findings.add(String.format(
                    Locale.ROOT,
                    "for %.3f ms work was queued and nothing that was recorded ran: the device was occupied by work that is not in the"
                            + " file, so this time is left out; record a longer window",
                    unseenNanos / 1e6));
        }
        if (phases.edges() > WORTH_SAYING * span) {
            findings.add(String.format(
                    Locale.ROOT,
                    "the recording begins and ends within the job: %.3f ms before its first and %.3f ms after its last work or step are"
                            + " left out",
                    (phases.begun() - phases.provisioned()) / 1e6,
                    (phases.end() - phases.ended()) / 1e6));
        }
        phases.firstStep(thresholds).ifPresent(findings::add);
    }

    /** From when on each accelerator is looked at by what it did. */
    long from() {
        return from;
    }

    /** Until when. */
    long to() {
        return to;
    }

    Phases phases() {
        return phases;
    }

    Hosts hosts() {
        return hosts;
    }

    Collectives collectives() {
        return collectives;
    }

    Optional<Pipeline> pipeline() {
        return pipeline;
    }

    Window window() {
        return window;
    }

    /** Returns where accelerators were occupied by work that is not in the file. */
    Map<Integer, Spans> unseen() {
        return unseen;
    }

    List<DeviceActivity> devices() {
        return devices;
    }

    int syncGaps() {
        return syncGaps;
    }

    int workingDevices() {
        return (int) devices.stream().filter(DeviceActivity::worked).count();
    }
}
