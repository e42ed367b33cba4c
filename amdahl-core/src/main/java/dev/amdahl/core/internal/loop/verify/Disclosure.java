package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.dispatch.Replication;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Exclusions;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How an experiment was conducted, as the ledger tells: orders, pairs left out, where it was confirmed, what was not recorded.
 *
 * @param baselineFirst counted pairs in which the baseline ran first
 * @param variantFirst counted pairs in which the variant ran first
 * @param exclusions pairs left out, by the role of the arm they were left out for
 * @param places the same by the place of the arm
 * @param replication whether and where the confirmation ran
 * @param unprotected circumstances missing from an arm of a counted pair: nothing can be said against their explaining the effect
 */
public record Disclosure(
        int baselineFirst,
        int variantFirst,
        Exclusions exclusions,
        Places places,
        Replication replication,
        List<Covariate> unprotected) {
    private static final String NO_ACCELERATOR = "cpu";

    public Disclosure {
        unprotected = List.copyOf(unprotected);
    }

    /**
     * Pairs left out.
     *
     * @param first for the arm that ran first
     * @param second for the arm that ran second
     * @param both for both
     * @param other for no arm in particular
     */
    public record Places(int first, int second, int both, int other) {}

    /** Reads the disclosure of an experiment; a hypothesis without one has nothing to tell. */
    public static Disclosure of(LedgerView view, Dossier dossier) {
        if (dossier.experiment().isEmpty()) {
            return new Disclosure(0, 0, Exclusions.NONE, new Places(0, 0, 0, 0), Replication.NONE, List.of());
        }
        List<Run> ended = view.runsOf(dossier.id()).stream()
                .filter(run ->
                        run.plan().purpose() == RunPurpose.TRIAL && run.plan().index() > 0)
                .filter(run -> !run.state().isInFlight() && run.state() != RunState.CANCELLED)
                .toList();
        List<Trial> trials = Trials.of(view, dossier).all().stream()
                .filter(trial -> !trial.isWarmUp())
                .toList();
        int first = voidAt(ended, List.of(0), false, false);
        int second = voidAt(ended, List.of(1), false, false);
        int both = voidAt(ended, List.of(0, 1), false, false);
        int other = voidAt(ended, List.of(), false, false)
                + (int) ended.stream().filter(run -> run.result().isEmpty()).count();
        int baseline = voidAt(ended, List.of(0), true, false) + voidAt(ended, List.of(1), true, true);
        return new Disclosure(
                orders(trials, Order.BASELINE_FIRST),
                orders(trials, Order.VARIANT_FIRST),
                new Exclusions(ended.size(), baseline, first + second - baseline, both, other),
                new Places(first, second, both, other),
                Replication.of(
                        view.runsOf(dossier.id()), dossier.experiment().get().set()),
                unprotected(trials, isAccelerated(view, dossier)));
    }

    private static int voidAt(List<Run> ended, List<Integer> arms, boolean isRoleAsked, boolean isVariantFirst) {
        return (int) ended.stream()
                .filter(Trials::isVoid)
                .filter(run ->
                        run.result().map(RunResult::voidArms).orElse(List.of()).equals(arms))
                .filter(run -> !isRoleAsked || run.plan().isVariantFirst() == isVariantFirst)
                .count();
    }

    private static int orders(List<Trial> trials, Order order) {
        return (int) trials.stream().filter(trial -> trial.order() == order).count();
    }

    private static boolean isAccelerated(LedgerView view, Dossier dossier) {
        return !view.family(dossier.hypothesis().family())
                .map(Family::acceleratorType)
                .orElse(NO_ACCELERATOR)
                .equals(NO_ACCELERATOR);
    }

    private static List<Covariate> unprotected(List<Trial> trials, boolean isAccelerated) {
        return Arrays.stream(Covariate.values())
                .filter(covariate -> covariate != Covariate.READ_BYTES && covariate != Covariate.NODE_SKEW)
                .filter(covariate -> isAccelerated || !covariate.name().startsWith("ACCELERATOR"))
                .filter(covariate -> trials.stream()
                        .anyMatch(trial -> !has(trial.baseline(), covariate) || !has(trial.variant(), covariate)))
                .toList();
    }

    /** An input is known by its digest too. */
    private static boolean has(ArmResult arm, Covariate covariate) {
        return arm.covariates().containsKey(covariate)
                || (covariate == Covariate.INPUT_BYTES && arm.inputDigest().isPresent());
    }

    /** Returns what a reader of the result must know, one line each; nothing for what is as it should be. */
    public List<String> caveats() {
        return Stream.concat(leftOut().stream(), circumstances().stream()).toList();
    }

    /** Returns the pairs that do not count, and for which arms; empty if all do. */
    Optional<String> leftOut() {
        return exclusions.excluded() == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%d of %d pairs left out: %d for the arm that ran first, %d for the second, %d for both, %d for"
                                + " neither; %d for the baseline, %d for the variant",
                        exclusions.excluded(),
                        exclusions.assigned(),
                        places.first(),
                        places.second(),
                        places.both(),
                        places.other(),
                        exclusions.baseline(),
                        exclusions.variant()));
    }

    /** Returns where it was confirmed, and what nobody recorded. */
    List<String> circumstances() {
        List<String> lines = new ArrayList<>(replication.caveat().stream().toList());
        if (!unprotected.isEmpty()) {
            lines.add("not checked, as not every run reports it: "
                    + unprotected.stream()
                            .map(covariate -> covariate.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", ")));
        }
        return lines;
    }
}
