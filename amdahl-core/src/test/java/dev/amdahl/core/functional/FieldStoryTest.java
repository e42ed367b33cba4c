package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.verify.HoldBack;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.internal.roi.RealizedSaving;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.MemoryPolicy;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Changes are judged by the runs of their host alone. */
final class FieldStoryTest extends FieldStory {
    @Test
    void aWinIsShownByTheRunsOfTheHostAndCostsNothingButATwin() {
        World world = world();
        Dossier win = nights(world, 70, .9);

        assertThat(win.state()).as(win.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(win.experiment().orElseThrow().plan().sampled().design()).isEqualTo(Design.FIELD);
        assertThat(win.comparison().orElseThrow().ratio().orElseThrow())
                .as("per unit of work, as inputs grow")
                .isCloseTo(.9, Offset.offset(.04));
        List<RunPlan> plans = world.entries(Entry.RunIntended.class).stream()
                .map(Entry.RunIntended::plan)
                .toList();
        assertThat(plans)
                .filteredOn(plan -> plan.runs() == Design.WHOLE)
                .extracting(RunPlan::purpose)
                .as("extra")
                .containsExactly(RunPurpose.TWIN);
        assertThat(world.entries(Entry.Spent.class))
                .filteredOn(spent -> spent.kind() == Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS)
                .extracting(Entry.Spent::amount)
                .as("the twin alone is paid")
                .filteredOn(amount -> amount > 0)
                .hasSize(1);
        ReviewPacket packet = world.gate.packet(win.id()).orElseThrow();
        assertThat(packet.warnings()).anyMatch(line -> line.contains("output compared on one input only"));
        assertThat(packet.notes()).anyMatch(line -> line.contains("scheduled runs"));
        assertThat(open.orElseThrow().verify().problems()).isEmpty();
    }

    @Test
    void noEffectIsNoWin() {
        assertThat(nights(world(), 130, 1).state())
                .isIn(HypothesisState.NO_EFFECT, HypothesisState.NOT_SEEN, HypothesisState.INCONCLUSIVE);
    }

    @Test
    void secondsAreComparedOnInputsOfOneSizeWhereThatIsDeclared() {
        World world = world(
                new FieldTrials(.5, false, 0, Duration.ofDays(14), Optional.of("rows")),
                arm -> Workload.run(arm, folder));
        SplittableRandom sizes = new SplittableRandom(3);
        List<Dossier> found = List.of();
        for (int i = 0; i < 70 && (found.isEmpty() || found.get(0).state() != HypothesisState.IN_REVIEW); i++) {
            cycle(world);
            boolean isVariant = "4"
                    .equals(runs(world)
                            .assign("nightly", "sized-" + i)
                            .environment()
                            .get("WORKERS"));
            double rows = 1000 * Math.exp(.5 * sizes.nextGaussian());
            double seconds = Math.pow(rows, .8) * (isVariant ? .9 : 1) * Math.exp(.03 * sizes.nextGaussian());
            runs(world).outcome("sized-" + i, ArmResult.succeeded("", seconds).metric("rows", rows));
            world.clock.advance(Duration.ofDays(1));
            found = cycle(world).view().dossiers();
        }
        Dossier win = found.get(0);
        assertThat(win.state()).as(win.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(win.comparison().orElseThrow().ratio().orElseThrow()).isCloseTo(.9, Offset.offset(.05));
        assertThat(win.experiment().orElseThrow().plan().sampled().reason()).contains("on inputs of one size by rows");
    }

    @Test
    void aHarmfulChangeIsWithdrawnAfterAFewRuns() {
        World world = world();
        Dossier harm = nights(world, 30, 1.3);

        assertThat(harm.state()).isEqualTo(HypothesisState.REGRESSION);
        assertThat(harm.verdict().orElseThrow().reason()).contains("withdrawn from scheduled runs", "%");
        assertThat(exposed).hasSizeLessThanOrEqualTo(3);
        for (int i = 0; i < 4; i++) {
            assertThat(night(world, 1.3).environment()).doesNotContainEntry("WORKERS", "4");
        }
    }

    @Test
    void whatWritesSomethingElseIsInNoScheduledRun() {
        World world = world(
                FieldTrials.DEFAULT,
                arm -> Workload.run(arm, folder)
                        .digest("out.json", "4".equals(arm.environment().get("WORKERS")) ? "other" : "same"));
        Dossier refuted = nights(world, 40, .5);

        assertThat(refuted.state()).isEqualTo(HypothesisState.REFUTED);
        assertThat(refuted.verdict().orElseThrow().reason()).contains("output differs", "before any scheduled run");
        assertThat(exposed).isEmpty();
    }

    @Test
    void aShareIsKept() {
        World world = world(new FieldTrials(.2, false, 0, Duration.ofDays(60), Optional.empty()), arm -> {
            throw new AssertionError("nothing is run beside the host's runs");
        });
        world.policy = LoopPolicy.DEFAULT;
        for (int i = 0; i < 60; i++) {
            night(world, .9);
        }
        assertThat(exposed.size()).as("of 52 runs after the noise is known").isBetween(7, 11);
        assertThat(only(cycle(world).view())
                        .experiment()
                        .orElseThrow()
                        .plan()
                        .sampled()
                        .reason())
                .contains("outputs are not compared");
    }

    @Test
    void whatAPromotedChangeSavesIsMeasuredByRunsThatAreHeldBack() {
        World world = world(
                new FieldTrials(.5, true, .25, Duration.ofDays(14), Optional.empty()),
                arm -> Workload.run(arm, folder));
        Dossier win = nights(world, 70, .9);
        assertThat(win.state()).as(win.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        world.policy = World.BLIND.toBuilder()
                .unsignedAllowed(true)
                .memory(withoutRechecks())
                .build();
        world.gate.approve(win.id(), "ada", "fine");
        cycles(world);
        assertThat(only(cycle(world).view()).state()).isEqualTo(HypothesisState.PROMOTED);
        exposed.clear();
        for (int i = 0; i < 40; i++) {
            night(world, .9);
        }
        assertThat(exposed).as("three of four have it").hasSizeBetween(28, 32);
        LedgerView view = cycle(world).view();
        double[] d = HoldBack.logRatios(view, only(view));
        assertThat(d).hasSizeBetween(9, 10);
        assertThat(Math.exp(Summary.mean(d))).isCloseTo(.9, Offset.offset(.03));

        FamilyAccount account = Accounts.of(view, world.jobs, new Passage(), Rates.DEFAULT)
                .families()
                .get(0);
        RealizedSaving saved = account.realised().orElseThrow();
        assertThat(saved.realised().expected()).as("share, by runs held back").isCloseTo(.1, Offset.offset(.03));
        assertThat(saved.realised().low()).isLessThan(saved.realised().expected());
        assertThat(account.captured().orElseThrow())
                .as("hours a week, of seven runs of 2,000 to 3,000 s")
                .isBetween(.1, 7 * 3000 / 3600.0 * .13);

        for (int i = 0; i < 200 && view.dossiers().get(0).state() == HypothesisState.PROMOTED; i++) {
            night(world, 1.05);
            view = open.orElseThrow().view();
        }
        assertThat(view.dossiers().get(0).state()).as("what it saved is gone").isEqualTo(HypothesisState.DECAYED);
        assertThat(view.dossiers().get(0).verdict().orElseThrow().reason()).contains("in runs that were held back");
    }

    private static MemoryPolicy withoutRechecks() {
        MemoryPolicy usual = MemoryPolicy.DEFAULT;
        return new MemoryPolicy(
                usual.waiting(),
                usual.stalled(),
                usual.confirmation(),
                Duration.ZERO,
                usual.decayError(),
                usual.keptShare(),
                usual.fleetWindow());
    }
}
