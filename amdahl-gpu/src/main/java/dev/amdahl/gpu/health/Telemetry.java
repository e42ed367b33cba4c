package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.Device;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * What the driver says before, during and after the other checks: the first and the last check of a burn-in. A machine without
 * {@code nvidia-smi} is no failure: that is said. Used by one burn-in.
 */
final class Telemetry implements AutoCloseable {
    static final String BEFORE = "identity";
    static final String AFTER = "telemetry";

    private static final Duration FIRST_SAMPLE = Duration.ofSeconds(3);

    private final Optional<Smi> smi;
    private Optional<SmiColumns> columns = Optional.empty();
    private Optional<SmiSampler> sampler = Optional.empty();
    private Optional<String> gap = Optional.empty();

    Telemetry(Optional<Smi> smi) {
        this.smi = smi;
    }

    /** Returns who the device is, and what is on record of it; then it begins to listen. */
    HealthCheck before() {
        return new Part(BEFORE, true, open -> begin(figures(open.device())));
    }

    /** Returns what was heard, and what is on record now. */
    HealthCheck after() {
        return new Part(AFTER, false, device -> end());
    }

    private static Map<String, Double> figures(Device device) {
        return Map.of(
                "memory_bytes", (double) device.memoryBytes(), "multiprocessors", (double) device.multiprocessors());
    }

    /** As {@link #before}, of the host. */
    CheckResult begin() {
        return begin(Map.of());
    }

    private synchronized CheckResult begin(Map<String, Double> told) {
        Map<String, Double> figures = new TreeMap<>(told);
        if (smi.isEmpty()) {
            gap = Optional.of("no nvidia-smi on the search path: clocks, heat and memory errors are not known");
            return CheckResult.passed(BEFORE, figures);
        }
        Smi.Said help = smi.get().ask("--help-query-gpu");
        SmiColumns known = SmiColumns.knownIn(String.join("\n", help.lines()));
        if (known.isEmpty()) {
            String why = help.fault().orElse("nvidia-smi --help-query-gpu names no field that is known here");
            gap = Optional.of(why);
            return CheckResult.warned(BEFORE, figures, List.of(why));
        }
        columns = Optional.of(known);
        DriverRecord record = DriverRecord.of(smi.get(), known);
        figures.putAll(record.figures());
        figures.put("devices", (double) record.readings().size());
        sampler = Optional.of(SmiSampler.start(smi.get(), known));
        return judged(BEFORE, figures, record, List.of());
    }

    /** As {@link #after}. */
    synchronized CheckResult end() {
        if (sampler.isEmpty()) {
            return CheckResult.skipped(AFTER, gap.orElse("it had not begun"));
        }
        SmiSampler heard = sampler.get();
        heard.awaitFirst(FIRST_SAMPLE);
        heard.close();
        Map<String, Double> figures = new TreeMap<>();
        List<String> warnings = new ArrayList<>();
        heard.traces().forEach((device, trace) -> {
            warnings.addAll(trace.warnings(device));
            if (trace.samples() > 0) {
                trace.figures().forEach((name, value) -> figures.merge(name, value, merging(name)));
            }
        });
        figures.put("samples", (double) heard.samples());
        figures.put("lines_left_out", (double) heard.garbage());
        heard.fault().ifPresent(warnings::add);
        DriverRecord record = DriverRecord.of(smi.orElseThrow(), columns.orElseThrow());
        figures.putAll(record.figures());
        return judged(AFTER, figures, record, warnings);
    }

    private static BinaryOperator<Double> merging(String name) {
        return name.startsWith("least") ? Math::min : name.startsWith("samples") ? Double::sum : Math::max;
    }

    private static CheckResult judged(
            String check, Map<String, Double> figures, DriverRecord record, List<String> warnings) {
        List<String> reasons = new ArrayList<>(record.faults());
        reasons.addAll(warnings);
        reasons.addAll(record.gaps());
        if (reasons.isEmpty()) {
            return CheckResult.passed(check, figures);
        }
        return CheckResult.of(
                check,
                record.faults().isEmpty() ? CheckResult.Outcome.WARN : CheckResult.Outcome.FAIL,
                figures,
                reasons);
    }

    /** Ends what still listens. */
    @Override
    public synchronized void close() {
        sampler.ifPresent(SmiSampler::close);
    }

    private record Part(String name, boolean usesDevice, Examination examination) implements HealthCheck {
        @Override
        public CheckResult run(ComputeBackend device) {
            return examination.of(device);
        }
    }

    private interface Examination {
        CheckResult of(ComputeBackend device);
    }
}
