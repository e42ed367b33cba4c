package dev.amdahl.gpu.health;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a {@link HealthCheck} found.
 *
 * @param check its name
 * @param outcome how it ended
 * @param seconds that it took
 * @param figures what was measured, by name with its unit; what was not measured is missing
 * @param reasons of any outcome but {@code PASS}, each in one line
 */
public record CheckResult(
        String check, Outcome outcome, double seconds, Map<String, Double> figures, List<String> reasons) {

    /** How a check ended. */
    public enum Outcome {
        /** Examined, and nothing found. */
        PASS,
        /** Right, but slower than it should be, or examined in part. */
        WARN,
        /** The device is faulty. */
        FAIL,
        /** Not examined. */
        SKIP
    }

    public CheckResult {
        figures = Collections.unmodifiableMap(new TreeMap<>(figures));
        reasons = List.copyOf(reasons);
        if (outcome != Outcome.PASS && reasons.isEmpty()) {
            throw new IllegalArgumentException("check " + check + " does not say why it is " + outcome);
        }
    }

    static CheckResult of(String check, Outcome outcome, Map<String, Double> figures, List<String> reasons) {
        return new CheckResult(check, outcome, 0, figures, reasons);
    }

    /** Nothing was found. */
    public static CheckResult passed(String check, Map<String, Double> figures) {
        return of(check, Outcome.PASS, figures, List.of());
    }

    /** It is right, but. */
    public static CheckResult warned(String check, Map<String, Double> figures, List<String> reasons) {
        return of(check, Outcome.WARN, figures, reasons);
    }

    /** The device is faulty. */
    public static CheckResult failed(String check, Map<String, Double> figures, String reason) {
        return of(check, Outcome.FAIL, figures, List.of(reason));
    }

    /** It was not examined. */
    public static CheckResult skipped(String check, String reason) {
        return of(check, Outcome.SKIP, Map.of(), List.of(reason));
    }

    CheckResult took(double time) {
        return new CheckResult(check, outcome, time, figures, reasons);
    }
}
