package dev.amdahl.core.timeline.detect;

import dev.amdahl.core.timeline.detect.Detection.Figure;
import dev.amdahl.core.timeline.detect.Detection.Outcome;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the measured figures of a run against a table of rules. Ceilings come from the accounts of the whole run. A figure that was
 * not measured makes a rule neither fire nor pass. Immutable.
 */
public final class Detectors {
    private static final Detectors SHIPPED = new Detectors(Rules.TABLE);

    private final List<Rule> rules;

    private Detectors(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** The table that is shipped with the library. */
    public static Detectors shipped() {
        return SHIPPED;
    }

    /** What fires of the shipped table, in its order. */
    public static List<Detection> of(Diagnosis diagnosis) {
        return SHIPPED.fired(diagnosis);
    }

    /** The rules. */
    public List<Rule> rules() {
        return rules;
    }

    /**
     * The table with another bound of one rule's first condition.
     *
     * @throws IllegalArgumentException if there is no such rule, or the bound is not a number
     */
    public Detectors withThreshold(String id, double threshold) {
        if (Double.isNaN(threshold)
                || rules.stream().noneMatch(rule -> rule.id().equals(id))) {
            throw new IllegalArgumentException("no rule " + id + " for a bound of " + threshold + "; rules are "
                    + rules.stream().map(Rule::id).toList());
        }
        return new Detectors(rules.stream()
                .map(rule -> rule.id().equals(id) ? rule.withThreshold(threshold) : rule)
                .toList());
    }

    /** What fires, in the order of the table. */
    public List<Detection> fired(Diagnosis diagnosis) {
        return examine(diagnosis).stream()
                .filter(detection -> detection.outcome() == Outcome.FIRED)
                .toList();
    }

    /** What becomes of every rule, in the order of the table. */
    public List<Detection> examine(Diagnosis diagnosis) {
        return rules.stream().map(rule -> examine(rule, diagnosis)).toList();
    }

    private static Detection examine(Rule rule, Diagnosis diagnosis) {
        List<Figure> figures = new ArrayList<>();
        List<String> measured = new ArrayList<>();
        boolean isAgainst = false;
        for (Condition condition : rule.conditions()) {
            Double value = diagnosis.metrics().get(condition.signal().key());
            Double usable = value == null || value.isNaN() ? null : value;
            if (usable != null) {
                measured.add(condition.signal().key());
                isAgainst |= !condition.holds(usable);
            }
            figures.add(new Figure(
                    condition.signal().key(),
                    usable,
                    condition.signal().unit(),
                    condition.comparison().sign(),
                    condition.threshold()));
        }
        boolean isAllMeasured = measured.size() == figures.size();
        Outcome outcome = isAgainst ? Outcome.CLEAR : isAllMeasured ? Outcome.FIRED : Outcome.NOT_MEASURED;
        Set<Bottleneck> classes = EnumSet.copyOf(rule.classes());
        return new Detection(
                rule.id(),
                outcome,
                largest(rule, diagnosis),
                rule.says() + ": "
                        + figures.stream().map(Detectors::words).collect(Collectors.joining(", "))
                        + " [" + rule.id() + "]",
                figures,
                ceiling(diagnosis.wallShare(classes)),
                ceiling(diagnosis.acceleratorShare(classes)),
                measured);
    }

    private static Bottleneck largest(Rule rule, Diagnosis diagnosis) {
        return rule.classes().stream()
                .max(Comparator.comparingDouble((Bottleneck one) -> diagnosis.wallSeconds(one))
                        .thenComparing(Comparator.comparingInt(
                                        (Bottleneck one) -> rule.classes().indexOf(one))
                                .reversed()))
                .orElseThrow();
    }

    private static @Nullable Double ceiling(OptionalDouble share) {
        return share.isPresent() && share.getAsDouble() > 0 && share.getAsDouble() < 1
                ? Double.valueOf(1 / (1 - share.getAsDouble()))
                : null;
    }

    private static String words(Figure figure) {
        Double value = figure.value();
        return value == null
                ? figure.metric() + " not measured"
                : figure.metric() + " " + number(value) + " " + figure.unit() + " (" + figure.comparison() + " "
                        + number(figure.threshold()) + ")";
    }

    /** At most four significant digits, without a needless end. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e9;
        double decimals = isWhole ? 0 : Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(Math.abs(value)))));
        return BigDecimal.valueOf(value)
                .setScale((int) decimals, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
