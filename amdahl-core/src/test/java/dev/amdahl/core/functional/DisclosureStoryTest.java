package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.dispatch.Replication;
import dev.amdahl.core.internal.loop.verify.Disclosure;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisclosureStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom weather = new SplittableRandom(11);

    /** An arm of the workload on a device that is throttled in that share of the arms, whichever they are. */
    private ArmResult hot(ArmRequest arm, double share) {
        double draw = weather.nextDouble();
        ArmResult run = Workload.run(arm, folder);
        ArmResult copy = ArmResult.succeeded(arm.name(), run.wallSeconds().orElseThrow())
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1)
                .covariate(Covariate.ACCELERATOR_THROTTLED, draw < share ? 1 : 0);
        return copy;
    }

    private World world(double share) {
        World world = new World(
                folder,
                new Cluster(1, arm -> hot(arm, share)),
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        world.policy = World.BLIND;
        return world;
    }

    private static List<Run> trials(LedgerView view, Dossier dossier) {
        return view.runsOf(dossier.id()).stream()
                .filter(run ->
                        run.plan().purpose() == RunPurpose.TRIAL && run.plan().index() > 0)
                .toList();
    }

    @Test
    void aPairWithAThrottledArmIsDiscardedCountedAndRepeated() {
        World world = world(.15);
        LedgerView view = world.untilIdle();

        Dossier win = World.of(view, "nightly-eval", "workers");
        assertThat(win.state()).isEqualTo(HypothesisState.IN_REVIEW);
        List<Run> discarded = trials(view, win).stream()
                .filter(run -> run.result().orElseThrow().voidReason().isPresent())
                .toList();
        Disclosure disclosure = Disclosure.of(view, win);
        assertThat(discarded)
                .isNotEmpty()
                .allSatisfy(run -> assertThat(
                                run.result().orElseThrow().voidReason().orElseThrow())
                        .startsWith("unhealthy: accelerator throttled at arm "));
        assertThat(disclosure.exclusions().excluded()).isEqualTo(discarded.size());
        assertThat(disclosure.exclusions().analysed())
                .isEqualTo(win.comparison().orElseThrow().pairs());
        assertThat(disclosure.places().first()
                        + disclosure.places().second()
                        + disclosure.places().both())
                .isEqualTo(discarded.size());
        assertThat(world.gate.packet(win.id()).orElseThrow().warnings())
                .anyMatch(warning -> warning.matches(discarded.size() + " of \\d+ pairs left out: .*"));
        world.verify();
    }

    @Test
    void figuresThatNobodyGuardsAndThatMoveAreTold() {
        World world = new World(
                folder,
                new Cluster(1, arm -> {
                    boolean isFaster = "4".equals(arm.environment().get("WORKERS"));
                    double noise = Math.exp(.01 * weather.nextGaussian());
                    return ArmResult.succeeded(arm.name(), 10 * noise * (isFaster ? .8 : 1))
                            .work(1000)
                            .digest("out.json", "same")
                            .metric("loss", .3 * Math.exp(.01 * weather.nextGaussian()) * (isFaster ? 1.2 : 1))
                            .metric("rows", 1000)
                            .metric("memory", Math.exp(.05 * weather.nextGaussian()))
                            .metric("at_times", weather.nextBoolean() ? 1 : 0)
                            .covariate(Covariate.LOAD_1M, 1);
                }),
                Workload.job("nightly-eval", .6, Workload.workers("4")).build());
        world.policy = World.BLIND;

        Dossier win = World.of(world.untilIdle(), "nightly-eval", "workers");

        assertThat(world.gate.packet(win.id()).orElseThrow().warnings())
                .anyMatch(line -> line.matches("of 3 figures that the job reports and nobody guards, 1 moved:"
                        + " loss \\+(19|20)\\.\\d % \\(p \\S+\\)"));
    }

    @Test
    void whatIsSavedByTheJobsOwnFigureIsShownBesideTheWallAndPaidByTheSmaller() {
        MetricSpec own = new MetricSpec("step_seconds", Optional.of(new ValueSource.Stdout("step ([\\d.]+)")), true);
        World world = new World(
                folder,
                new Cluster(1, arm -> {
                    boolean isFaster = "4".equals(arm.environment().get("WORKERS"));
                    double noise = Math.exp(.01 * weather.nextGaussian());
                    return ArmResult.succeeded(arm.name(), 10 * noise * (isFaster ? .8 : 1))
                            .work(1000)
                            .digest("out.json", "same")
                            .metric("step_seconds", noise * (isFaster ? .5 : 1))
                            .covariate(Covariate.LOAD_1M, 1);
                }),
                Workload.job("nightly-eval", .6, Workload.workers("4"))
                        .metric(own)
                        .build());
        world.policy = World.BLIND;

        Dossier win = World.of(world.untilIdle(), "nightly-eval", "workers");

        ReviewPacket packet = world.gate.packet(win.id()).orElseThrow();
        assertThat(packet.warnings())
                .anyMatch(line ->
                        line.matches("by the job's own figure -(49|50)\\.\\d %, by the wall time of the whole job"
                                + " -(19|20)\\.\\d %: money is computed from the smaller saving"));
        double held = 700 * 10 / 3600.0;
        assertThat(packet.saving().orElseThrow().acceleratorHoursPerWeek()).isBetween(.17 * held, .23 * held);
    }

    @Test
    void everyPlaceOfASetHoldsOneSoundPairInItsFirstOrder() {
        LedgerView view = world(.15).untilIdle();

        List<Run> trials = trials(view, World.of(view, "nightly-eval", "workers"));
        for (int set = 1; set <= 2; set++) {
            int number = set;
            List<Run> sound = trials.stream()
                    .filter(run -> run.plan().set() == number
                            && run.result().orElseThrow().voidReason().isEmpty())
                    .toList();
            assertThat(sound)
                    .extracting(run -> run.plan().index())
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, sound.size()).boxed().toList());
        }
        assertThat(trials.stream().filter(run -> run.plan().attempt() > 1))
                .isNotEmpty()
                .allSatisfy(run -> assertThat(trials)
                        .filteredOn(other -> other.plan().set() == run.plan().set()
                                && other.plan().index() == run.plan().index())
                        .extracting(other -> other.plan().isVariantFirst())
                        .containsOnly(run.plan().isVariantFirst()));
    }

    @Test
    void aDeviceThatIsAlwaysThrottledEndsItsExperimentWithTheCountAndNoVerdictOnTheChange() {
        LedgerView view = world(1).untilIdle();

        Dossier ended = World.of(view, "nightly-eval", "workers");
        assertThat(ended.state()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(ended.reason()).startsWith("4 of 4 pairs were left out, the last as unhealthy");
        assertThat(ended.comparison()).isEmpty();
        assertThat(Disclosure.of(view, ended).exclusions().both()).isEqualTo(4);
    }

    @Test
    void aConfirmationAsksForOtherHostsAndTheReviewerSeesThatItGotThem() {
        World world = world(0);
        world.cluster.place(request -> request.avoidedHosts().contains("host-1") ? "host-2" : "host-1");
        LedgerView view = world.untilIdle();

        Dossier win = World.of(view, "nightly-eval", "workers");
        assertThat(Disclosure.of(view, win).replication().kind()).isEqualTo(Replication.Kind.OTHER_HOSTS);
        assertThat(world.gate.packet(win.id()).orElseThrow().notes()).contains("confirmed on other hosts: host-2");
        List<String> confirmations = trials(view, win).stream()
                .filter(run -> run.plan().set() == 2)
                .map(run -> run.plan().key())
                .toList();
        assertThat(world.cluster.requests())
                .filteredOn(request -> confirmations.contains(request.key()))
                .isNotEmpty()
                .allMatch(request -> request.avoidedHosts().equals(Set.of("host-1")));
        assertThat(world.cluster.requests())
                .filteredOn(request -> !confirmations.contains(request.key()))
                .allMatch(request -> request.avoidedHosts().isEmpty() || isWarmUp(view, request));
    }

    private static boolean isWarmUp(LedgerView view, TrialRequest request) {
        return view.runs().stream()
                .anyMatch(run -> run.plan().key().equals(request.key())
                        && run.plan().index() == 0
                        && run.plan().set() > 1);
    }

    @Test
    void noRunAsksForAHostWhoseBurnInFailed() {
        World world = world(0);
        HostHealth failed = new HostHealth(
                "host-9", "0", "H200", "", HostHealth.Grade.FAIL, Map.of(), List.of("soak: silent corruption"));
        HostHealth warned =
                new HostHealth("host-8", "0", "H200", "", HostHealth.Grade.WARN, Map.of(), List.of("telemetry: hot"));
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("burnin", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.HostExamined(failed.place(), failed), new Entry.HostExamined(warned.place(), warned));
        }
        world.cycles(4);
        assertThat(world.cluster.requests())
                .isNotEmpty()
                .allMatch(request -> request.avoidedHosts().contains("host-9")
                        && !request.avoidedHosts().contains("host-8"));
        world.verify();
    }

    @Test
    void onOneHostAConfirmationComesAtAnotherTimeAndTheReviewerSeesIt() {
        World world = world(0);
        world.policy = World.BLIND.toBuilder()
                .confirmationPause(Duration.ofMinutes(10))
                .build();
        LedgerView view = world.untilIdle();

        Dossier win = World.of(view, "nightly-eval", "workers");
        Replication replication = Disclosure.of(view, win).replication();
        assertThat(replication.kind()).isEqualTo(Replication.Kind.ANOTHER_TIME);
        assertThat(replication.pause()).isGreaterThan(Duration.ofMinutes(9));
        assertThat(world.gate.packet(win.id()).orElseThrow().notes())
                .anyMatch(warning -> warning.startsWith("confirmed at another time on the same hosts, "));
    }

    @Test
    void whatNoArmRecordedIsMarkedUnprotected() {
        World world = world(0);
        LedgerView view = world.untilIdle();

        Dossier win = World.of(view, "nightly-eval", "workers");
        assertThat(Disclosure.of(view, win).unprotected())
                .contains(Covariate.INPUT_BYTES, Covariate.ACCELERATOR_MHZ)
                .doesNotContain(Covariate.LOAD_1M, Covariate.ACCELERATOR_THROTTLED);
        assertThat(world.gate.packet(win.id()).orElseThrow().notes())
                .anyMatch(warning -> warning.startsWith("not checked, as not every run reports it: "));
    }
}
