package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.verify.Disclosure;
import dev.amdahl.core.report.claim.Wording;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.Count;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The answer of {@code ab}. Immutable.
 *
 * @param decision how it ended
 * @param pairs usable pairs
 * @param ratio variant over baseline; empty if not measured
 * @param lower lower end of its interval
 * @param upper upper end of its interval
 * @param evidence e-value of both sets
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
    /** How a reason begins that names a check with nothing to look at. */
    static final String NOT_APPLICABLE = "not applicable: ";

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
            dossier.votes().stream()
                    .flatMap(vote -> vote.notApplicable().stream())
                    .distinct()
                    .forEach(check -> reasons.add(NOT_APPLICABLE + check));
            reasons.addAll(Disclosure.of(view, dossier).caveats());
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

    private static Decision decision(Dossier dossier, Comparison comparison) {
        return switch (dossier.state()) {
            case SURVIVED, IN_REVIEW, PROMOTED, DECLINED -> Decision.WIN;
            case REGRESSION -> Decision.LOSS;
            case NO_EFFECT -> Decision.EQUIVALENT;
            case REFUTED -> Decision.REFUTED;
            case RUN_FAILED, BUILD_FAILED -> Decision.INVALID;
            case INCONCLUSIVE -> comparison.decision().orElse(Decision.INCONCLUSIVE);
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
        return decision + "\n"
                + (pairs == 0 ? "" : "time      " + Words.change(ratio) + "  " + spread() + "\n")
                + "pairs     " + pairs + "\n"
                + (pairs == 0
                        ? ""
                        : "evidence  " + Words.number("%.4g", evidence) + Words.number(" (p %.3g)", p) + "\n")
                + panel().map(said -> "votes     " + said + "\n").orElse("")
                + "reason    " + String.join("\n          ", reasons) + "\n";
    }

    private String spread() {
        return lower.isPresent() ? interval() : "no interval: too few pairs";
    }

    /** What the refuters said; of a veto alone who gave it, since nobody else was asked. */
    Optional<String> panel() {
        List<Vote> vetoes = Wording.vetoes(votes);
        List<Vote> ballots = Wording.panel(votes);
        long upholds = ballots.stream()
                .filter(vote -> vote.ballot() == Vote.Ballot.UPHOLDS)
                .count();
        List<String> said = new ArrayList<>();
        if (!ballots.isEmpty()) {
            said.add(upholds + " of " + Count.of(ballots.size(), "refuter") + " uphold");
        }
        vetoes.forEach(veto -> said.add("veto by " + veto.refuter()));
        return said.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", said));
    }

    /** Both ends, or a dash. */
    String interval() {
        return lower.isPresent() ? "[" + Words.change(lower) + ", " + Words.change(upper) + "]" : Words.NONE;
    }
}
