package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.Trials;
import dev.amdahl.core.loop.verify.Disclosure;
import dev.amdahl.core.loop.verify.Irregular;
import dev.amdahl.core.report.claim.Examined;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The answer of {@code ab}. Immutable.
 *
 * @param decision how it ended
 * @param pairs usable pairs
 * @param ratio variant over baseline; empty if not measured
 * @param lower lower end of its interval
 * @param upper upper end of its interval
 * @param evidence e-value of both sets; of a loss, for the loss
 * @param p valid at any look; with a fixed number of pairs that of the sign-flip test
 * @param votes of the panel
 * @param reasons why, in words
 */
public record AbResult(
        Decision decision,
        int pairs,
        OptionalDouble ratio,
        OptionalDouble lower,
        OptionalDouble upper,
        double evidence,
        double p,
        List<Vote> votes,
        List<String> reasons) {
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;

    public AbResult {
        votes = List.copyOf(votes);
        reasons = List.copyOf(reasons);
    }

    public static AbResult of(LedgerView view, Dossier dossier) {
        List<String> reasons = new ArrayList<>();
        reasons.add(dossier.verdict()
                .map(Verdict::reason)
                .or(() -> dossier.comparison().map(Comparison::reason).filter(reason -> !reason.isBlank()))
                .orElse(dossier.reason()));
        Comparison none = new Comparison(
                0, 1, 1, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(), "");
        Comparison comparison = dossier.comparison().orElse(none);
        if (comparison.pairs() > 0) {
            reasons.addAll(Disclosure.of(view, dossier).caveats());
            reasons.addAll(Irregular.lines(Trials.of(view, dossier)));
        }
        return new AbResult(
                decision(dossier, comparison),
                comparison.pairs(),
                comparison.ratio(),
                comparison.lower(),
                comparison.upper(),
                comparison.evidence(),
                Math.min(1, 1 / comparison.evidence()),
                dossier.votes(),
                reasons);
    }

    /** The same answer, with more to say. */
    AbResult and(List<String> lines) {
        return new AbResult(
                decision,
                pairs,
                ratio,
                lower,
                upper,
                evidence,
                p,
                votes,
                Stream.concat(reasons.stream(), lines.stream()).toList());
    }

    private static Decision decision(Dossier dossier, Comparison comparison) {
        return switch (dossier.state()) {
            case SURVIVED, IN_REVIEW, PROMOTED, DECLINED -> Decision.WIN;
            case REGRESSION -> Decision.LOSS;
            case NO_EFFECT -> Decision.EQUIVALENT;
            case NOT_SEEN -> Decision.NOT_SEEN;
            case REFUTED -> Decision.REFUTED;
            case RUN_FAILED, BUILD_FAILED, EXPIRED -> Decision.INVALID;
            case INCONCLUSIVE ->
                comparison.decision().filter(Decision.INSUFFICIENT::equals).orElse(Decision.INCONCLUSIVE);
            default -> Decision.INCONCLUSIVE;
        };
    }

    /** A command that the shell cannot start in its first trial is the caller's mistake, not a result. */
    static void requireStarted(LedgerView view, Dossier dossier, String baseline, String variant) {
        Optional<Run> first = view.runsOf(dossier.id()).stream()
                .filter(run -> run.result().isPresent())
                .findFirst();
        for (Run run : first.stream().toList()) {
            List<RecordedArm> arms = run.result().map(RunResult::arms).orElse(List.of());
            for (int i = 0; i < arms.size(); i++) {
                int code = arms.get(i).exitCode().orElse(0);
                if (code == NOT_FOUND || code == NOT_EXECUTABLE) {
                    boolean isVariant = (i == 0) == run.plan().isVariantFirst();
                    throw new InvalidInputException(
                            isVariant ? "--variant" : "--baseline",
                            "'" + (isVariant ? variant : baseline) + "' cannot be started, exit code " + code,
                            "check the program's name and that it may be executed");
                }
            }
        }
    }

    private static OptionalDouble inverse(OptionalDouble value) {
        return value.isPresent() ? OptionalDouble.of(1 / value.getAsDouble()) : value;
    }

    public ObjectNode json() {
        ObjectNode json = Json.object().put("decision", decision.name());
        json.set("speedup", Json.number(inverse(ratio)));
        json.set(
                "interval",
                lower.isPresent() && upper.isPresent()
                        ? Json.array(List.of(inverse(upper), inverse(lower)), Json::number)
                        : Json.number(Double.NaN));
        json.put("pairs", pairs);
        json.set("evidence", Json.number(evidence));
        json.set("p", Json.number(p));
        json.set("votes", Outcomes.votes(votes));
        json.set("reasons", Json.texts(reasons));
        return json;
    }

    public String text() {
        StringBuilder text = new StringBuilder().append(decision).append('\n');
        if (pairs > 0) {
            String size =
                    Words.change(ratio) + "  " + (lower.isPresent() ? interval() : "too few pairs for an interval");
            line(text, "time", ratio.isPresent() ? size : "too few pairs to tell");
        }
        line(text, "pairs", "" + pairs);
        if (pairs > 0) {
            line(text, "evidence", Words.number("%.4g", evidence) + Words.number(" (p %.3g)", p));
        }
        checks().forEach(said -> line(text, "checks", said));
        panel().ifPresent(said -> line(text, "panel", said));
        line(text, "reason", String.join("\n          ", reasons));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-10s%s\n", name, value));
    }

    /** Which checks could look and which could not, a line each; nothing where nobody examined it. */
    List<String> checks() {
        Examined examined = Examined.of(votes);
        return Stream.of(
                        checks(examined.looked(), " looked and found nothing: "),
                        checks(examined.couldNotLook(), " could not look, nothing here supplies it: "))
                .filter(said -> !said.isEmpty())
                .toList();
    }

    private static String checks(List<String> names, String did) {
        return names.isEmpty() ? "" : names.size() + did + String.join(", ", names);
    }

    /** What the panel said; of a veto alone who gave it, since nobody else was asked. */
    Optional<String> panel() {
        return Examined.of(votes).words();
    }

    /** Both ends, or a dash. */
    String interval() {
        return lower.isPresent() ? "[" + Words.change(lower) + ", " + Words.change(upper) + "]" : Words.NONE;
    }
}
