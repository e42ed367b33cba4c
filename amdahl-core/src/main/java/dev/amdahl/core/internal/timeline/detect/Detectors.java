package dev.amdahl.core.internal.timeline.detect;

import dev.amdahl.core.internal.timeline.detect.Detection.Figure;
import dev.amdahl.core.internal.timeline.detect.Detection.Outcome;
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
 * not measured makes a rule neither fire nor pass, and one whose classes were accounted for and hold less than 2 % of the run both on
 * the wall and on the accelerators does not fire, whatever its figures: nothing would be won. Immutable.
 */
public final class Detectors {
    private static final Detectors SHIPPED = new Detectors(Rules.TABLE);

    /** Share of the run from which a class is worth a line. */
    private static final double MIN_SHARE = .02;

    private final List<Rule> rules;

    private Detectors(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Returns the table that is shipped with the library. */
    public static Detectors shipped() {
        return SHIPPED;
    }

    /** Returns what fires of the shipped table, the largest ceiling first. */
    public static List<Detection> of(Diagnosis diagnosis) {
        return SHIPPED.fired(diagnosis);
    }

    /** Returns the rules. */
    public List<Rule> rules() {
        return rules;
    }

    /**
     * Returns the table with another bound of one rule's first condition.
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

    /** Returns what fires, the largest ceiling first, then in the order of the table. */
    public List<Detection> fired(Diagnosis diagnosis) {
        return examine(diagnosis).stream()
                .filter(detection -> detection.outcome() == Outcome.FIRED)
                .sorted(Comparator.comparingDouble(Detectors::most).reversed())
                .toList();
    }

    private static double most(Detection detection) {
        double wall = detection.wallCeiling() == null ? 1 : detection.wallCeiling();
        return Math.max(wall, detection.acceleratorCeiling() == null ? 1 : detection.acceleratorCeiling());
    }

    private static boolean isSmall(Set<Bottleneck> classes, Diagnosis diagnosis) {
        double wall = diagnosis.wallShare(classes).orElse(1);
        double accelerators = diagnosis.acceleratorShare(classes).orElse(1);
        return Math.max(wall, accelerators) < MIN_SHARE
                && classes.stream().allMatch(one -> isAccounted(one, diagnosis));
    }

    /** Returns whether seconds of the class would be known: it has some, or a timeline of accelerators was gone through for them. */
    private static boolean isAccounted(Bottleneck bottleneck, Diagnosis diagnosis) {
        return diagnosis.acceleratorSeconds(bottleneck) > 0
                || (bottleneck.kind() == Bottleneck.Kind.ACCOUNT
                        && diagnosis.metrics().containsKey("gpu_gap_frac"));
    }

    /** Returns what becomes of every rule, in the order of the table. */
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
        Set<Bottleneck> classes = EnumSet.copyOf(rule.classes());
        isAgainst |= isAllMeasured && isSmall(classes, diagnosis);
        Outcome outcome = isAgainst ? Outcome.CLEAR : isAllMeasured ? Outcome.FIRED : Outcome.NOT_MEASURED;
        return new Detection(
                rule.id(),
                outcome,
                largest(rule, diagnosis),
                rule.says() + ": "
                        + figures.stream().map(Detectors::words).collect(Collectors.joining(", "))
                        + " [" + rule.id() + "]",
                figures,
                ceiling(diagnosis.wallShare(classes), rule, figures.get(0)),
                ceiling(diagnosis.acceleratorShare(classes), rule, figures.get(0)),
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

    /** Of classes whose seconds take counters to tell, the share of the run that the rule names is a closer bound. */
    private static @Nullable Double ceiling(OptionalDouble accounted, Rule rule, Figure first) {
        Double named = first.value();
        boolean isNamed = first.comparison().equals(Condition.Comparison.ABOVE.sign())
                && first.unit().equals(Signal.SOFTMAX_FRAC.unit())
                && rule.classes().stream().allMatch(one -> one.kind() == Bottleneck.Kind.RELABEL);
        OptionalDouble share =
                named != null && isNamed ? OptionalDouble.of(Math.min(accounted.orElse(1), named)) : accounted;
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
