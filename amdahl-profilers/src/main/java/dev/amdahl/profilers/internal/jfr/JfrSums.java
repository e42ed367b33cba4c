package dev.amdahl.profilers.internal.jfr;

import dev.amdahl.profilers.internal.stacks.StackTotals;
import dev.amdahl.profilers.internal.stacks.Weight;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.HotFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** What the events of one recording add up to. Not thread-safe. */
final class JfrSums {
    private static final int FRAMES = 16;
    private static final String SAMPLE = "ExecutionSample";

    private final JfrFile file;
    private final Map<Long, String> types;
    private final StackTotals stacks = new StackTotals();
    private final JfrLanes lanes = new JfrLanes();
    private final Map<String, Double> sums = new HashMap<>();
    private final Mean machine = new Mean();
    private final Mean process = new Mean();
    private final Mean switches = new Mean();
    private final Set<Double> periods = new TreeSet<>();
    private long samples;
    private long cores;
    private long lost;
    private boolean hasCollections;
    private double pauses;
    private double phases;

    /** @param types names of event types by their number */
    JfrSums(JfrFile file, Map<Long, String> types) {
        this.file = file;
        this.types = types;
    }

    /** Returns the name of an event type without what JDK 9 and newer put in front of it. */
    static String name(String type) {
        for (String prefix : List.of("com.oracle.jdk.", "jdk.")) {
            if (type.startsWith(prefix)) {
                return type.substring(prefix.length());
            }
        }
        return type;
    }

    void take(RecordedEvent event) {
        String type = name(event.getEventType().getName());
        switch (type) {
            case SAMPLE -> sample(event);
            case "ActiveSetting" -> setting(event);
            case "CPULoad" -> load(event);
            case "ThreadContextSwitchRate" -> Fields.number(event, "switchRate").ifPresent(switches::add);
            case "CPUInformation" -> Fields.number(event, "hwThreads").ifPresent(count -> cores = (long) count);
            case "GarbageCollection" -> {
                hasCollections = true;
                pauses += Fields.seconds(event, "sumOfPauses");
            }
            case "GCPhasePause" -> phases += lanes.pause(event);
            case "ThreadPark" -> add("thread_park_seconds", lanes.waiting(event, "park", "parkedClass"));
            case "JavaMonitorEnter" -> add("monitor_enter_seconds", lanes.waiting(event, "enter", "monitorClass"));
            case "JavaMonitorWait" -> add("monitor_wait_seconds", lanes.waiting(event, "wait", "monitorClass"));
            case "ThreadSleep" -> add("thread_sleep_seconds", lanes.waiting(event, "sleep", ""));
            case "FileRead" -> input(event, "file_read", "bytesRead");
            case "FileWrite" -> input(event, "file_write", "bytesWritten");
            case "SocketRead" -> input(event, "socket_read", "bytesRead");
            case "SocketWrite" -> input(event, "socket_write", "bytesWritten");
            case "ObjectAllocationInNewTLAB" -> bytes("tlab_allocated_bytes", event, "tlabSize");
            case "ObjectAllocationOutsideTLAB" -> bytes("tlab_allocated_bytes", event, "allocationSize");
            case "ObjectAllocationSample" -> bytes("sampled_allocated_bytes", event, "weight");
            case "DataLoss" -> lost++;
            default -> {}
        }
    }

    Map<String, Double> counters() {
        Map<String, Double> counters = new HashMap<>(sums);
        double span = file.seconds();
        counters.put("recorded_seconds", span);
        if (hasCollections || phases > 0) {
            double seconds = hasCollections ? pauses : phases;
            counters.put("gc_pause_seconds", seconds);
            if (span > 0 && seconds <= span) {
                counters.put("gc_pause_frac", seconds / span);
            }
        }
        process.value().ifPresent(share -> counters.put("cpu_util", share));
        machine.value().ifPresent(share -> counters.put("machine_cpu_util", share));
        if (cores > 0) {
            switches.value().ifPresent(rate -> counters.put("ctx_switch_per_s_per_core", rate / cores));
        }
        finishSamples();
        counters.putAll(stacks.counters());
        return counters;
    }

    List<HotFrame> hotFrames() {
        finishSamples();
        return stacks.hotFrames();
    }

    Optional<Timeline> timeline() {
        return lanes.timeline();
    }

    List<String> findings() {
        finishSamples();
        List<String> findings = new ArrayList<>(stacks.findings());
        if (samples > 0) {
            findings.add("hot frames are of Java code alone: " + Plurals.of(samples, "sample")
                    + ", of at most a few threads at a time, so that seconds are a lower bound on busy machines");
        }
        if (lanes.isUsed()) {
            findings.add("waits and input or output shorter than the recording's thresholds are in no sum");
        }
        if (cores > 0 && switches.value().isPresent()) {
            findings.add("the rate of context switches is that of the whole machine");
        }
        if (pauses > file.seconds()) {
            findings.add("pauses of the collector are longer than the recording: their share is left out");
        }
        if (file.hasGap()) {
            findings.add("the chunks are of different times: sums are over all of them, "
                    + String.format(Locale.ROOT, "%.3f s together", file.seconds()));
        }
        if (periods.size() > 1) {
            findings.add("the period of execution samples changed: " + periods + " s");
        }
        if (lost > 0) {
            findings.add("the recorder lost events " + Plurals.of(lost, "time"));
        }
        findings.addAll(lanes.findings());
        return findings;
    }

    private void finishSamples() {
        if (periods.size() == 1 && stacks.total(Weight.SAMPLES) > 0) {
            stacks.samplesAreSeconds(periods.iterator().next());
        }
    }

    private void sample(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        samples++;
        if (trace == null) {
            return;
        }
        List<String> frames = new ArrayList<>();
        for (RecordedFrame frame : trace.getFrames()) {
            RecordedMethod method = frame.getMethod();
            if (frames.size() < FRAMES && method != null) {
                String type = method.getType() == null ? "?" : method.getType().getName();
                int line = frame.getLineNumber();
                frames.add(type + "." + method.getName() + (line > 0 ? ":" + line : ""));
            }
        }
        Collections.reverse(frames);
        stacks.add(frames, 1, Weight.SAMPLES);
    }

    private void setting(RecordedEvent event) {
        boolean isPeriod = Fields.text(event, "name").equals("period")
                && SAMPLE.equals(types.get((long) Fields.number(event, "id").orElse(-1)));
        if (isPeriod) {
            Fields.period(Fields.text(event, "value")).ifPresent(periods::add);
        }
    }

    private void load(RecordedEvent event) {
        Fields.share(event, "machineTotal").ifPresent(machine::add);
        double user = Fields.share(event, "jvmUser").orElse(Double.NaN);
        double system = Fields.share(event, "jvmSystem").orElse(Double.NaN);
        if (user + system >= 0) {
            process.add(Math.min(1, user + system));
        }
    }

    private void input(RecordedEvent event, String name, String field) {
        add(name + "_seconds", lanes.working(event, name));
        bytes(name + "_bytes", event, field);
    }

    private void bytes(String counter, RecordedEvent event, String field) {
        Fields.number(event, field).ifPresent(bytes -> add(counter, bytes));
    }

    private void add(String counter, double value) {
        sums.merge(counter, value, Double::sum);
    }
}
