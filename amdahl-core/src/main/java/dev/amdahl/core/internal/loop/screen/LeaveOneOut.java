package dev.amdahl.core.internal.loop.screen;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks of each of several promoted changes whether it still helps beside the others: a hypothesis like any other, whose variant is the
 * incumbent without that change. Nothing is removed but on a person's word.
 */
public final class LeaveOneOut {
    private static final String CHECK = "left out, check ";
    private static final int MIN = 2;

    private final Cycle cycle;

    /** Asks in one cycle. */
    public LeaveOneOut(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Proposes what is not known yet of the present incumbent; each question is asked once for each set of changes. */
    public void propose(JobSpec job, Measurements measured) {
        List<Hypothesis> effective = new Incumbents(cycle.view()).inEffect(measured.incumbent());
        if (effective.size() < MIN) {
            return;
        }
        Diagnosis diagnosis = measured.diagnosis().orElse(Diagnoses.unknown(job.family()));
        for (Hypothesis left : effective) {
            Hypothesis without = new Identity(cycle, job).of(proposal(left, effective), diagnosis);
            if (cycle.view().standings(without.fingerprint()).isEmpty()) {
                List<Entry> entries = new ArrayList<>();
                entries.add(new Entry.Proposed(without, screening(measured), Optional.empty()));
                if (without.evidence().isEmpty()) {
                    entries.add(new Entry.Moved(
                            without.id(), HypothesisState.PROPOSED, "rests on the trials of what it leaves out"));
                }
                cycle.commit(entries);
            }
        }
    }

    /** Returns the questions so far what is lost without a promoted change, oldest first. */
    public static List<Dossier> asked(LedgerView view, Hypothesis left) {
        return view.bySource(
                left.family(), Incumbents.LEAVE_ONE_OUT + left.fingerprint().hex());
    }

    /** Returns whether a hypothesis asks whether a promoted change still brings what it brought. */
    public static boolean isCheck(Hypothesis hypothesis) {
        return Incumbents.removed(hypothesis).isPresent()
                && hypothesis.change() instanceof ConfigChange config
                && config.settings().get(0).to().startsWith(CHECK);
    }

    /** Asks once more what is lost without a promoted change, for this reason. */
    public List<Entry> check(JobSpec job, Measurements measured, Dossier watched, String why) {
        Hypothesis left = watched.hypothesis();
        int number = asked(cycle.view(), left).size() + 1;
        Proposal asked = proposal(left, new Incumbents(cycle.view()).inEffect(measured.incumbent()), CHECK + number);
        Hypothesis without =
                new Identity(cycle, job).of(asked, measured.diagnosis().orElse(Diagnoses.unknown(job.family())));
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Proposed(without, screening(measured), Optional.of("check: " + why)));
        if (without.evidence().isEmpty()) {
            entries.add(new Entry.Moved(without.id(), HypothesisState.PROPOSED, "check: " + why));
        }
        return entries;
    }

    private static Proposal proposal(Hypothesis left, List<Hypothesis> effective) {
        return proposal(left, effective, "left out");
    }

    private static Proposal proposal(Hypothesis left, List<Hypothesis> effective, String how) {
        String all = effective.stream().map(Hypothesis::id).collect(Collectors.joining(" and "));
        return new Proposal(
                "without: " + left.title(),
                left.addresses(),
                new ConfigChange(List.of(
                        new LeverSetting("without " + left.id(), new LeverSetting.Undeclared(), "beside " + all, how))),
                OptionalDouble.empty(),
                new Provenance(
                        Provenance.Origin.RULE,
                        Incumbents.LEAVE_ONE_OUT + left.fingerprint().hex()));
    }

    private Screening screening(Measurements measured) {
        Power power = new Power(cycle.policy().evidence());
        double detectable = power.smallestDetectableEffect(
                measured.sigma(), cycle.policy().evidence().highestBar());
        return new Screening(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                detectable,
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    /** Returns what people should review of the promoted changes of a family, one line each. */
    public static List<String> findings(LedgerView view, String family) {
        List<Hypothesis> effective = new Incumbents(view).inEffect(family);
        List<String> findings = new ArrayList<>();
        List<Dossier> questions = new ArrayList<>();
        for (Hypothesis left : effective) {
            newest(view, left, effective).ifPresent(question -> {
                questions.add(question);
                if (isUseless(question)) {
                    findings.add(family + ": '" + left.title() + "' no longer helps beside the other promoted changes, "
                            + VerdictText.measured(question)
                            + " without it; review it (" + question.id() + ")");
                }
            });
        }
        if (effective.size() >= MIN && questions.size() == effective.size()) {
            Interaction.of(view, effective, questions)
                    .filter(Interaction::isBeyondItsInterval)
                    .ifPresent(found -> findings.add(family + ": " + found.text()));
        }
        return findings;
    }

    private static Optional<Dossier> newest(LedgerView view, Hypothesis left, List<Hypothesis> effective) {
        Proposal asked = proposal(left, effective);
        return view.bySource(left.family(), asked.provenance().source()).stream()
                .filter(dossier -> dossier.hypothesis().change().equals(asked.change()))
                .reduce((earlier, later) -> later);
    }

    private static boolean isUseless(Dossier question) {
        return question.state() == HypothesisState.NO_EFFECT
                || question.state() == HypothesisState.NOT_SEEN
                || question.state() == HypothesisState.SURVIVED
                || question.state() == HypothesisState.IN_REVIEW;
    }

    /**
     * Whether promoted changes add up. Each was measured on top of those before it, so that the sum of those log effects is their joint
     * effect; what each contributes beside all others is what is lost without it. Where changes do not interact, both sums are equal.
     * The interval of the difference is Student's over the summed squared standard errors, with the degrees of freedom of the fewest pairs,
     * which is conservative.
     *
     * @param changes how many
     * @param joint log effect of all together
     * @param apart sum of the log effects that each has beside the others
     * @param halfWidth of the 95 % interval of their difference
     */
    private record Interaction(int changes, double joint, double apart, double halfWidth) {

        /** From the promoted hypotheses and the questions what is lost without each; empty while one is not decided. */
        static Optional<Interaction> of(LedgerView view, List<Hypothesis> promoted, List<Dossier> questions) {
            if (questions.stream()
                    .anyMatch(question ->
                            question.comparison().flatMap(Comparison::decision).isEmpty())) {
                return Optional.empty();
            }
            double[][] together = promoted.stream()
                    .flatMap(hypothesis -> view.dossier(hypothesis.id()).stream())
                    .map(dossier -> logRatios(view, dossier))
                    .toArray(double[][]::new);
            double[][] without = questions.stream()
                    .map(question -> logRatios(view, question))
                    .toArray(double[][]::new);
            int fewest = Stream.concat(Stream.of(together), Stream.of(without))
                    .mapToInt(d -> d.length)
                    .min()
                    .orElse(0);
            if (fewest < 2 || together.length != promoted.size() || without.length != promoted.size()) {
                return Optional.empty();
            }
            double joint = Stream.of(together).mapToDouble(Summary::mean).sum();
            double apart = -Stream.of(without).mapToDouble(Summary::mean).sum();
            double variance = Stream.concat(Stream.of(together), Stream.of(without))
                    .mapToDouble(d -> Math.pow(Summary.standardDeviation(d), 2) / d.length)
                    .sum();
            double quantile = StudentT.quantile(.975, fewest - 1);
            return Optional.of(new Interaction(promoted.size(), joint, apart, quantile * Math.sqrt(variance)));
        }

        /** Of the newest confirmation, which no stopping rule has chosen; of the first set where there is none. */
        private static double[] logRatios(LedgerView view, Dossier dossier) {
            if (dossier.experiment().isEmpty()) {
                return new double[0];
            }
            Trials trials = Trials.of(view, dossier);
            double[] confirmation = trials.confirmation();
            return confirmation.length > 1 ? confirmation : trials.logRatios(1);
        }

        boolean isBeyondItsInterval() {
            return Math.abs(joint - apart) > halfWidth;
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "the %d promoted changes interact: together %+.1f %%, the sum of what each does beside the others %+.1f %%"
                            + " (log difference %+.3f, interval half width %.3f)",
                    changes,
                    100 * Math.expm1(joint),
                    100 * Math.expm1(apart),
                    joint - apart,
                    halfWidth);
        }
    }
}
