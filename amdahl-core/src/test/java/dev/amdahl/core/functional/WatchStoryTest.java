package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a promoted change afterwards. */
class WatchStoryTest {
    private static final String EVAL = "nightly-eval";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(6);
    private double saved = .3;

    private ArmResult run(ArmRequest arm) {
        boolean workers = "4".equals(arm.environment().get("WORKERS"));
        double seconds = 10 * Math.exp(.02 * random.nextGaussian()) * (workers ? 1 - saved : 1);
        return ArmResult.succeeded(arm.name(), seconds)
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1);
    }

    private World promoted() {
        World world = new World(
                folder,
                new Cluster(2, this::run),
                Workload.job(EVAL, .3, Workload.workers("4")).build());
        world.policy = World.BLIND;
        world.gate.approve(World.of(world.untilIdle(), EVAL, "workers").id(), "ada", "good");
        world.untilIdle();
        return world;
    }

    private static Dossier first(LedgerView view) {
        return view.dossiers().get(0);
    }

    private static List<Dossier> checks(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().title().startsWith("without: "))
                .toList();
    }

    @Test
    void aPromotedChangeThatStillHelpsIsMeasuredOnceAMonthAndStays() {
        World world = promoted();
        world.clock.advance(Duration.ofDays(31));
        LedgerView view = world.untilIdle();

        assertThat(first(view).state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(checks(view)).extracting(Dossier::state).containsExactly(HypothesisState.REGRESSION);
        assertThat(checks(view).get(0).reopens().orElseThrow()).contains("not measured for 30 days");
        int runs = world.cluster.submissions().size();
        world.clock.advance(Duration.ofDays(10));
        world.cycles(3);
        assertThat(world.cluster.submissions()).hasSize(runs);
    }

    @Test
    void aBenefitThatIsGoneLeavesTheIncumbentWithTheEvidenceAndMayBeTriedAnew() {
        World world = promoted();
        saved = 0;
        world.clock.advance(Duration.ofDays(31));
        LedgerView view = world.untilIdle();

        Dossier decayed = first(view);
        assertThat(decayed.state()).isEqualTo(HypothesisState.DECAYED);
        assertThat(decayed.reason()).contains("shown at promotion").contains("error of at most 0.01");
        assertThat(decayed.verdict().orElseThrow().evidence()).isNotEmpty();
        assertThat(view.family(EVAL).orElseThrow().incumbent()).isEmpty();
        assertThat(checks(view).get(0).state()).isEqualTo(HypothesisState.EXPIRED);
        Dossier again = view.byFingerprint(decayed.hypothesis().fingerprint()).get(1);
        assertThat(again.reopens().orElseThrow()).contains("benefit was lost after promotion");
        assertThat(again.state()).isEqualTo(HypothesisState.NOT_SEEN);
        world.verify();
    }

    @Test
    void whatTheJobDeclaresByNowIsNotCalledDecayed() {
        World world = promoted();
        Lever before = Workload.workers("4");
        Lever now = new Lever(before.name(), before.target(), "4", List.of(), before.addresses(), before.idea());
        world.jobs = List.of(Workload.job(EVAL, .3, now)
                .environment(Map.of("KERNEL_SHARE", "0.3", "WORKERS", "4"))
                .build());
        world.clock.advance(Duration.ofDays(31));
        LedgerView view = world.untilIdle();

        assertThat(first(view).state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(checks(view)).isEmpty();
    }

    @Test
    void laterRunsInTheFleetAreRecordedAndAChangeForTheWorseIsCheckedAtOnce() {
        World world = promoted();
        Instant start = world.clock.instant();
        List<FleetJob> fleet = new ArrayList<>();
        for (int hour = -40 * 24; hour < 12 * 24; hour += 6) {
            double seconds = hour < 0 ? 1000 : hour < 6 * 24 ? 700 : 1000;
            fleet.add(ran(start.plus(Duration.ofHours(hour)), seconds * Math.exp(.03 * random.nextGaussian())));
        }
        world.more = builder -> builder.fleet((from, to) -> fleet.stream()
                .filter(run -> run.since().isBefore(to)
                        && run.ended().filter(at -> at.isBefore(from)).isEmpty()));
        world.clock.advance(Duration.ofDays(5));
        LedgerView calm = world.untilIdle();
        saved = 0;
        world.clock.advance(Duration.ofDays(6));
        LedgerView view = world.untilIdle();

        assertThat(checks(calm)).isEmpty();
        List<FleetWindow> windows = world.entries(Entry.FleetSeen.class).stream()
                .map(Entry.FleetSeen::window)
                .toList();
        assertThat(windows).hasSizeGreaterThanOrEqualTo(3);
        assertThat(windows.get(0).incumbent()).isEmpty();
        assertThat(Math.exp(windows.get(0).meanLog())).isBetween(950.0, 1050.0);
        assertThat(windows.get(1).incumbent()).hasSize(1);
        assertThat(Math.exp(windows.get(1).meanLog())).isBetween(660.0, 740.0);
        assertThat(checks(view).get(0).reopens().orElseThrow()).contains("the fleet's newest");
        assertThat(first(view).state()).isEqualTo(HypothesisState.DECAYED);
        assertThat(calm.family(EVAL).orElseThrow().fleetWindows()).hasSize(2);
    }

    private static FleetJob ran(Instant at, double seconds) {
        return new FleetJob(
                "run " + at,
                EVAL,
                "ada",
                new Accelerators("h200", 1),
                at,
                Optional.of(at),
                Optional.of(at.plus(Duration.ofMillis(Math.round(1000 * seconds)))),
                Optional.empty(),
                Map.of());
    }
}
