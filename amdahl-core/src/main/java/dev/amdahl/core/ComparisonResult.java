package dev.amdahl.core;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.verify.Disclosure;
import dev.amdahl.core.internal.loop.verify.Irregular;
import dev.amdahl.core.internal.refute.work.FirstDifference;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The result of a paired comparison.
 *
 * @param decision the decision
 * @param pairs usable pairs
 * @param ratio variant over baseline, below 1 where the variant is faster; empty if not measured
 * @param lower lower end of its interval
 * @param upper upper end of its interval
 * @param evidence e-value of both sets; of a loss, for the loss
 * @param p p-value, valid at any look; of a fixed number of pairs that of the sign-flip test
 * @param votes votes of the panel
 * @param times how long the arms took
 * @param reasons why, one sentence each
 */
public record ComparisonResult(
        Decision decision,
        int pairs,
        OptionalDouble ratio,
        OptionalDouble lower,
        OptionalDouble upper,
        double evidence,
        double p,
        List<Vote> votes,
        ArmTimes times,
        List<String> reasons) {
    private static final Comparison NOT_COMPARED = new Comparison(
            0, 1, 1, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(), "");

    public ComparisonResult {
        votes = List.copyOf(votes);
        reasons = List.copyOf(reasons);
    }

    /** Returns how a hypothesis stands in a ledger; without a comparison where it has no experiment, as it does not build. */
    public static ComparisonResult of(LedgerView view, Dossier dossier) {
        List<String> reasons = new ArrayList<>();
        reasons.add(dossier.verdict()
                .map(Verdict::reason)
                .or(() -> dossier.comparison().map(Comparison::reason).filter(reason -> !reason.isBlank()))
                .orElse(dossier.reason()));
        Optional<Trials> trials = dossier.experiment().map(experiment -> Trials.of(view, dossier));
        trials.flatMap(made -> FirstDifference.of(made.all())).ifPresent(reasons::add);
        Comparison comparison = dossier.comparison().orElse(NOT_COMPARED);
        if (comparison.pairs() > 0 && trials.isPresent()) {
            reasons.addAll(Disclosure.of(view, dossier).caveats());
            reasons.addAll(Irregular.lines(trials.get()));
        }
        return new ComparisonResult(
                decision(dossier, comparison),
                comparison.pairs(),
                comparison.ratio(),
                comparison.lower(),
                comparison.upper(),
                comparison.evidence(),
                Math.min(1, 1 / comparison.evidence()),
                dossier.votes(),
                ArmTimes.of(view, dossier),
                reasons);
    }

    /** Returns a copy with more reasons, and with the times of the arms. */
    ComparisonResult with(List<String> lines, ArmTimes ofArms) {
        return new ComparisonResult(
                decision,
                pairs,
                ratio,
                lower,
                upper,
                evidence,
                p,
                votes,
                ofArms,
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
}
