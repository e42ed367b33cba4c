package dev.amdahl.profilers.kineto;

import dev.amdahl.profilers.kineto.host.FrameWait;
import dev.amdahl.profilers.kineto.host.FrameWork;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.DeclaredRates;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What one trace showed. Immutable. */
public final class KinetoProfile implements Profile {
    private static final int FRAMES = 50;

    private final Artifact artifact;
    private final Timeline timeline;
    private final Map<String, Double> counters;
    private final List<HotFrame> hotFrames;
    private final List<FrameWait> frameWaits;
    private final List<FrameWork> moduleWork;
    private final List<FrameWork> lineWork;
    private final long workNanos;
    private final List<String> findings;
    private final TraceFacts facts;

    KinetoProfile(Artifact artifact, Map<String, Double> counters, TraceFacts facts, Rows.Reading reading) {
        this.artifact = artifact;
        this.timeline = reading.timeline();
        this.counters = Map.copyOf(counters);
        this.hotFrames = reading.frameTimes().hottest(FRAMES);
        this.frameWaits = reading.frameTimes().waits(FRAMES);
        this.moduleWork = reading.frameTimes().work(true);
        this.lineWork = reading.frameTimes().work(false);
        this.workNanos = reading.frameTimes().deviceNanos();
        this.findings = List.copyOf(reading.findings());
        this.facts = facts;
    }

    @Override
    public Artifact artifact() {
        return artifact;
    }

    @Override
    public String profiler() {
        return KinetoProfiler.NAME;
    }

    @Override
    public Optional<Timeline> timeline() {
        return Optional.of(timeline);
    }

    @Override
    public Map<String, Double> counters() {
        return counters;
    }

    /**
     * Interpreter frames of the threads that launch device work (of all, where none does), at most 50, as {@code train.py:120 step}: the
     * line where the function begins. Time in a library is its caller's.
     */
    @Override
    public List<HotFrame> hotFrames() {
        return hotFrames;
    }

    /** Returns the same times as {@link #frameWaits()}, of frames that were the innermost ones. */
    @Override
    public Map<Activity, List<HotFrame>> waits() {
        Map<Activity, List<HotFrame>> waits = new EnumMap<>(Activity.class);
        for (FrameWait wait : frameWaits) {
            if (wait.selfNanos() > 0) {
                waits.computeIfAbsent(wait.activity(), any -> new ArrayList<>())
                        .add(new HotFrame(wait.frame(), wait.selfNanos() / 1e9));
            }
        }
        return waits;
    }

    /** Returns where threads waited and launched, by interpreter frame, the most first; at most 50. */
    public List<FrameWait> frameWaits() {
        return frameWaits;
    }

    /** Returns the device work that each {@code nn.Module} launched itself, most first; empty without Python frames. */
    public List<FrameWork> moduleWork() {
        return moduleWork;
    }

    /**
     * Returns the device work by the innermost line of the user's own code below which it was launched, most first, without such a line by the
     * innermost of any; empty without Python frames. A backward pass, which has a thread of its own, is under none.
     */
    public List<FrameWork> lineWork() {
        return lineWork;
    }

    /** Returns the durations of all pieces of device work, added up; 0 without Python frames. */
    public long workNanos() {
        return workNanos;
    }

    @Override
    public List<String> findings() {
        return findings;
    }

    /** Returns the rank that wrote the trace, if it says so. */
    public OptionalInt rank() {
        return facts.rank();
    }

    /** Of how many ranks, if it says so. */
    public OptionalInt worldSize() {
        return facts.worldSize();
    }

    /** Returns the communication backend, if it says so: untrusted text. */
    public Optional<String> backend() {
        return facts.backend();
    }

    /** Returns the devices of the host, as the trace describes them. */
    public List<TraceDevice> devices() {
        return List.copyOf(facts.devices());
    }

    @Override
    public Map<String, Double> declaredRates() {
        List<String> models =
                facts.devices().stream().map(TraceDevice::name).distinct().toList();
        return models.size() == 1 ? DeclaredRates.of(models.get(0)) : Map.of();
    }
}
