package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Assignment;
import dev.amdahl.spi.experiment.ScheduledRuns;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What goes wrong with scheduled runs and what is said of them: it is named, and never a number. */
final class FieldFaultStoryTest extends FieldStory {
    @Test
    void aRunThatAsksAgainGetsTheSameAndItsTimeIsNotTaken() {
        World world = world();
        for (int i = 0; i < 10; i++) {
            night(world, .9);
        }
        cycles(world);
        Assignment first = runs(world).assign("nightly", id());
        cycles(world);

        assertThat(first.isTrial()).isTrue();
        assertThat(runs(world).assign("nightly", id())).isEqualTo(first);
        assertThat(runs(world).outcome(id(), ArmResult.succeeded("", 900).work(1000)))
                .isEmpty();
        night++;
        cycles(world);
        Assignment again = runs(world).assign("nightly", id());
        runs(world).assign("nightly", id());
        assertThat(again.isTrial()).isTrue();
        assertThat(runs(world).outcome(id(), ArmResult.notRun("").exited(OptionalInt.of(0))))
                .hasValueSatisfying(why -> assertThat(why).contains("started 2 times"));
    }

    @Test
    void outcomesThatCannotCountAreNamed() {
        World world = world();
        for (int i = 0; i < 10; i++) {
            night(world, .9);
        }
        cycles(world);
        ScheduledRuns runs = runs(world);
        Assignment half = runs.assign("nightly", "tonight");
        String other = half.arm().equals("a") ? "b" : "a";

        assertRefused(runs, "never", ArmResult.succeeded("", 5), "was never assigned here");
        assertRefused(runs, "night-3", ArmResult.succeeded("", 5), "has an outcome already");
        assertRefused(runs, "tonight", ArmResult.succeeded(other, 5), "was assigned arm " + half.arm());
        assertRefused(runs, "tonight", ArmResult.succeeded("", -3), "-3.0 seconds are no measurement");
        assertRefused(runs, "tonight", ArmResult.succeeded("", Double.NaN), "NaN seconds");
        assertRefused(runs, "../../x", ArmResult.succeeded("", 5), "was never assigned here");
        assertThat(cycle(world).notes())
                .filteredOn(note -> note.startsWith("an outcome was refused"))
                .hasSize(5);
        assertThat(cycle(world).notes()).noneMatch(note -> note.startsWith("an outcome was refused"));
        runs.outcome("tonight", ArmResult.succeeded(half.arm(), 5));
    }

    private static void assertRefused(ScheduledRuns runs, String id, ArmResult result, String why) {
        assertThatThrownBy(() -> runs.outcome(id, result))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(why);
    }

    @Test
    void whatTheFleetKnowsOfRunsCountsWhereNobodyReportsThem() {
        World world = world();
        List<FleetJob> seen = new ArrayList<>();
        world.more = builder -> builder.fleet((from, to) -> seen.stream());
        for (int i = 0; i < 4; i++) {
            cycle(world);
            assertThat(runs(world).assign("nightly", id()).isTrial()).isTrue();
            Instant start = world.clock.instant();
            seen.add(new FleetJob(
                    id(),
                    "nightly",
                    "ada",
                    new Accelerators("h200", 1),
                    start,
                    Optional.of(start),
                    Optional.of(start.plusSeconds(900 + i)),
                    Optional.empty(),
                    Map.of("exit", i == 2 ? "1" : "0")));
            world.clock.advance(Duration.ofDays(1));
            night++;
        }
        cycle(world);

        List<RunResult> pairs = world.entries(Entry.RunCollected.class).stream()
                .map(Entry.RunCollected::result)
                .toList();
        assertThat(pairs).hasSize(2);
        assertThat(pairs.get(0).arms())
                .extracting(arm -> arm.wallSeconds().orElseThrow())
                .containsExactly(900.0, 901.0);
        assertThat(pairs.get(0).logRatio()).isPresent();
        assertThat(pairs.get(1).arms().get(0).isSuccess()).isFalse();
        assertThat(pairs.get(1).logRatio()).as("a failed run is no number").isEmpty();
    }

    @Test
    void whatIsOutWhenAnotherChangeIsPromotedIsNoPair() {
        World world = world();
        world.policy = World.BLIND.toBuilder().unsignedAllowed(true).build();
        world.jobs = List.of(Workload.job("nightly", .5, Workload.workers("4"), Workload.kernel("fused"))
                .field(FieldTrials.DEFAULT)
                .build());
        LedgerView view = cycle(world).view();
        for (int i = 0; i < 120 && count(view, HypothesisState.IN_REVIEW) == 0; i++) {
            night(world, .9);
            view = open.orElseThrow().view();
        }
        cycles(world);
        Assignment before = runs(world).assign("nightly", "out");
        Dossier win = open.orElseThrow().view().dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .findFirst()
                .orElseThrow();
        world.gate.approve(win.id(), "ada", "fine");
        cycles(world);
        runs(world).outcome("out", ArmResult.succeeded("", 900).work(1000));
        cycles(world);

        assertThat(before.isTrial()).isTrue();
        assertThat(world.entries(Entry.RunCollected.class))
                .noneMatch(run -> run.key().equals(before.key()));
        assertThat(open.orElseThrow().view().dossiers())
                .filteredOn(dossier -> dossier.state() == HypothesisState.EXPIRED)
                .allSatisfy(dossier -> assertThat(dossier.reason()).contains("the incumbent has changed"))
                .isNotEmpty();
    }

    private static long count(LedgerView view, HypothesisState state) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.state() == state)
                .count();
    }

    @Test
    void aRunOfWhichNobodySaysHowItWentVoidsItsPair() {
        World world = world();
        for (int i = 0; i < 10; i++) {
            night(world, .9);
        }
        cycles(world);
        Assignment lost = runs(world).assign("nightly", "lost");
        assertThat(lost.isTrial()).isTrue();
        world.clock.advance(Duration.ofDays(3));
        cycles(world);

        assertThat(world.entries(Entry.RunEnded.class))
                .filteredOn(ended -> ended.key().equals(lost.key()))
                .singleElement()
                .satisfies(ended -> {
                    assertThat(ended.state()).isEqualTo(RunState.INFRA_FAILED);
                    assertThat(ended.note().toLowerCase(Locale.ROOT)).contains("how run lost went");
                });
        Assignment next = runs(world).assign("nightly", "next");
        assertThat(next.isTrial()).isTrue();
        assertThat(next.key()).as("another pair").isNotEqualTo(lost.key());
        runs(world).outcome("lost", ArmResult.succeeded("", 900).work(1000));
        cycles(world);
        assertThat(world.entries(Entry.RunCollected.class))
                .noneMatch(run -> run.key().equals(lost.key()));
    }

    @Test
    void aFamilyThatIsNotDeclaredAnyMoreStartsAsUsual() {
        World world = world();
        for (int i = 0; i < 10; i++) {
            night(world, .9);
        }
        cycles(world);
        world.jobs = List.of();
        cycles(world);

        assertThat(runs(world).assign("nightly", id())).isEqualTo(Assignment.usual());
        assertThat(only(cycle(world).view()).state()).isEqualTo(HypothesisState.EXPIRED);
    }
}
