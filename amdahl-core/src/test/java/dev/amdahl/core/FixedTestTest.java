package dev.amdahl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class FixedTestTest {
    private static final double MINIMUM = .01;
    private static final OptionalDouble NONE = OptionalDouble.empty();

    private static ComparisonResult judge(double... d) {
        return FixedTest.judge(d, MINIMUM, .95, null, 1);
    }

    @Test
    void aChosenResamplerCountsAndTheReasonSaysSo() {
        double[] d = {-.05, -.06, -.04, -.052, -.045, -.055, -.061, -.048};
        ComparisonResult result = FixedTest.judge(d, MINIMUM, .95, new CpuResampler(1), 1);
        assertThat(result.p()).isCloseTo(judge(d).p(), within(.002));
        assertThat(result.reasons()).anyMatch(reason -> reason.contains("resampled sign-flip p"));
    }

    @Test
    void tooFewPairsAreNoNumber() {
        for (int n = 0; n < 6; n++) {
            double[] d = new double[n];
            Arrays.fill(d, -.1);
            ComparisonResult result = judge(d);
            assertThat(result.decision()).isEqualTo(Decision.INSUFFICIENT);
            assertThat(result.ratio()).isEmpty();
            assertThat(result.lower()).isEmpty();
            assertThat(result.p()).isOne();
            assertThat(result.reasons()).anyMatch(reason -> reason.contains("at least 6"));
        }
    }

    @Test
    void pairsThatAllTieDecideNothing() {
        ComparisonResult result = judge(new double[20]);
        assertThat(result.decision()).isEqualTo(Decision.INSUFFICIENT);
        assertThat(result.ratio()).isEmpty();
        assertThat(result.p()).isOne();
        assertThat(result.reasons()).anyMatch(reason -> reason.contains("all 20 pairs tie"));
        assertThat(result.lower()).isEmpty();
    }

    @Test
    void intervalAndPAgree() {
        ComparisonResult win = judge(-.05, -.06, -.04, -.052, -.045, -.055, -.061, -.048);
        assertThat(win.decision()).isEqualTo(Decision.WIN);
        assertThat(win.p()).isEqualTo(2 / 256.0);
        assertThat(win.upper().getAsDouble()).isLessThan(Math.exp(-MINIMUM));
        assertThat(win.ratio().getAsDouble())
                .isBetween(win.lower().getAsDouble(), win.upper().getAsDouble());
        assertThat(judge(.05, .06, .04, .052, .045, .055, .061, .048).decision())
                .isEqualTo(Decision.LOSS);
        assertThat(judge(.001, -.002, .0015, -.001, .0005, -.0008, .001, -.0012).decision())
                .isEqualTo(Decision.EQUIVALENT);
        assertThat(judge(.1, -.2, .15, -.1, .05, -.08, .1, -.12).decision()).isEqualTo(Decision.INCONCLUSIVE);
    }

    @Test
    void pairsThatWereLeftOutAreNotTested() {
        EvidencePolicy design = FixedTest.policy(7);
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:fixed-test");
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            Evidence claim = Evidence.ofPairs();
            Hypothesis change = measured(claim.hypothesis());
            lease.commit(
                    new Entry.FamilySeen(change.family(), "h200", "0"),
                    new Entry.Proposed(change, new Screening(NONE, NONE, .03, NONE, NONE), Optional.empty()),
                    new Entry.Designed(change.id(), claim.plan(), 1, 1, List.of(), Optional.empty(), Optional.empty()),
                    new Entry.Moved(change.id(), HypothesisState.TESTING, "first set"));
            for (int i = 1; i <= 7; i++) {
                lease.commit(pair(i, i == 7));
            }
            lease.commit(new Entry.Compared(
                    change.id(),
                    new Comparison(
                            1,
                            1,
                            6,
                            NONE,
                            NONE,
                            NONE,
                            Optional.of(Decision.INCONCLUSIVE),
                            "no more pairs are planned")));
            LedgerView view = ledger.view();

            ComparisonResult result =
                    FixedTest.of(view, view.dossier(change.id()).orElseThrow(), design, null, 1);

            assertThat(result.pairs()).isEqualTo(6);
            assertThat(result.ratio().getAsDouble()).isCloseTo(.9, within(1e-9));
            assertThat(result.reasons()).anyMatch(reason -> reason.startsWith("one look at 6 pairs"));
        }
    }

    /** The same, resting on a run that was measured. */
    private static Hypothesis measured(Hypothesis claim) {
        return new Hypothesis(
                claim.id(),
                claim.family(),
                claim.addresses(),
                claim.axis(),
                claim.title(),
                claim.change(),
                claim.expectedFraction(),
                claim.provenance(),
                List.of("run-1"),
                claim.fingerprint());
    }

    /** A pair in which the variant takes a tenth less; half as much again and on a throttled accelerator where it is void. */
    private static Entry[] pair(int index, boolean isVoid) {
        String key = "pair-" + index;
        ArmResult baseline = ArmResult.succeeded("a", 10);
        ArmResult variant = ArmResult.succeeded("b", isVoid ? 15 : 9);
        return new Entry[] {
            new Entry.RunIntended(new RunPlan(key, RunPurpose.TRIAL, "pairs", "claim", 1, index, 1, false, index, 0)),
            new Entry.RunSubmitted(key, new WorkerRunId(key)),
            new Entry.RunCollected(
                    key,
                    new RunResult(
                            "host-1",
                            List.of(baseline, variant),
                            OptionalDouble.of(Math.log(isVoid ? 1.5 : .9)),
                            List.of(),
                            isVoid ? Optional.of("unhealthy: accelerator throttled at arm b") : Optional.empty(),
                            19))
        };
    }

    @Test
    void figureThatIsNoNumberIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> judge(.1, .2, .1, Double.NaN, .1, .2))
                .withMessageContaining("d[3]");
    }
}
