package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a verdict holds for, how long, and why one is given again. */
class MemoryStoryTest {
    private static final String EVAL = "nightly-eval";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(4);
    private double hours = 1;
    private double load = 1;

    /** WORKERS=4 and KERNEL=fused each take 30 % off, WORKERS=2 takes 15 %; nothing else matters. */
    private ArmResult run(ArmRequest arm) {
        String workers = arm.environment().getOrDefault("WORKERS", "0");
        double seconds = 10 * hours * Math.exp(.02 * random.nextGaussian());
        seconds *= workers.equals("4") ? .7 : workers.equals("2") ? .85 : 1;
        seconds *= "fused".equals(arm.environment().get("KERNEL")) ? .7 : 1;
        return ArmResult.succeeded(arm.name(), seconds)
                .work(1000)
                .digest("out.json", arm.environment().getOrDefault("PRECISION", "double"))
                .covariate(Covariate.LOAD_1M, load);
    }

    private World world(Lever... levers) {
        World world = new World(
                folder,
                new Cluster(2, this::run),
                Workload.job(EVAL, .3, levers).build());
        world.policy = World.BLIND;
        return world;
    }

    private static Dossier newest(LedgerView view, String surface) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().change().surface().contains("lever:" + surface))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    private static JobSpec inEpoch(String epoch, Lever... levers) {
        return Workload.job(EVAL, .3, levers)
                .source(new SourceTree(Path.of("."), "HEAD", epoch, List.of(), List.of()))
                .directory(Path.of("."))
                .build();
    }

    @Test
    void aLeverOfAnotherNameOverTheSameVariableIsTheSameChange() {
        World world = world(Workload.log("warn"));
        world.untilIdle();
        int submissions = world.cluster.submissions().size();
        Lever renamed = new Lever(
                "verbosity",
                new LeverSetting.Environment("LOG"),
                "info",
                List.of("warn"),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());

        world.jobs = List.of(Workload.job(EVAL, .3, renamed).build());
        LedgerView view = world.untilIdle();

        assertThat(view.dossiers()).hasSize(1);
        assertThat(world.cluster.submissions()).hasSize(submissions);
    }

    @Test
    void aRaisedEpochEndsWhatIsOpenAndReopensWhatHasEndedWithTheReason() {
        World world = world(Workload.workers("4"), Workload.log("warn"));
        LedgerView before = world.untilIdle();
        assertThat(World.state(before, EVAL, "workers")).isEqualTo(HypothesisState.IN_REVIEW);
        String old = newest(before, "workers").id();
        world.jobs = List.of(inEpoch("1", Workload.workers("4"), Workload.log("warn")));

        world.cycle();
        LedgerView stale = world.cycle().view();
        world.gate.approve(old, "ada", "looks right");
        LedgerView view = world.untilIdle();

        assertThat(stale.dossier(old).orElseThrow().state()).isEqualTo(HypothesisState.STALE);
        assertThat(view.dossier(old).orElseThrow().state())
                .as("a late answer promotes nothing")
                .isEqualTo(HypothesisState.STALE);
        assertThat(view.dossier(old).orElseThrow().reason()).contains("epoch of the code was raised from 0 to 1");
        assertThat(newest(view, "workers").id()).isNotEqualTo(old);
        assertThat(newest(view, "log").reopens().orElseThrow())
                .startsWith("a new epoch of the job began, the epoch of the code was raised from 0 to 1; before that it"
                        + " was ");
        assertThat(world.entries(Entry.Proposed.class)).hasSize(4);
        world.verify();
    }

    @Test
    void onAnotherAcceleratorAPromotionExpiresAndIsShownAnew() {
        World world = world(Workload.workers("4"));
        String first = newest(world.untilIdle(), "workers").id();
        world.gate.approve(first, "ada", "good");
        world.untilIdle();
        world.jobs = List.of(Workload.job(EVAL, .3, Workload.workers("4"))
                .accelerators(new Accelerators("b200", 1))
                .build());

        LedgerView view = world.untilIdle();

        Dossier expired = view.dossier(first).orElseThrow();
        assertThat(expired.state()).isEqualTo(HypothesisState.DECAYED);
        assertThat(expired.reason()).contains("the accelerator changed from").contains("to b200");
        assertThat(view.family(EVAL).orElseThrow().incumbent()).isEmpty();
        Dossier again = newest(view, "workers");
        assertThat(again.id()).isNotEqualTo(first);
        assertThat(again.reopens().orElseThrow()).contains("to b200").contains(first);
        assertThat(again.state()).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void anotherVersionOfTheJobIsProfiledAnew() {
        World world = new World(folder, 1, Workload.job(EVAL, .3).build());
        LedgerView before = world.untilIdle();
        world.jobs = List.of(Workload.job(EVAL, .3)
                .environment(Map.of("KERNEL_SHARE", "0.3", "DATA", "v2"))
                .build());

        LedgerView view = world.untilIdle();

        assertThat(evidence(before)).isEqualTo(2);
        assertThat(evidence(view)).isEqualTo(4);
        assertThat(view.family(EVAL).orElseThrow().diagnosis().orElseThrow().evidence())
                .doesNotContainAnyElementsOf(before.family(EVAL)
                        .orElseThrow()
                        .diagnosis()
                        .orElseThrow()
                        .evidence());
    }

    @Test
    void anOldProfileIsTakenAnewBeforeAnythingIsTestedOnIt() {
        World world = new World(folder, 1, Workload.job(EVAL, .3).build());
        world.untilIdle();
        world.clock.advance(Duration.ofDays(15));
        world.jobs = List.of(Workload.job(EVAL, .3, Workload.log("warn")).build());

        LedgerView view = world.untilIdle();

        assertThat(evidence(view)).isEqualTo(4);
        List<String> fresh =
                view.family(EVAL).orElseThrow().diagnosis().orElseThrow().evidence();
        assertThat(newest(view, "log").hypothesis().evidence()).isEqualTo(fresh);
    }

    private static long evidence(LedgerView view) {
        return view.runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.EVIDENCE)
                .count();
    }

    @Test
    void anApprovalWeeksAfterTheTrialsPromotesNothing() {
        World world = world(Workload.workers("4"));
        String win = newest(world.untilIdle(), "workers").id();
        world.clock.advance(Duration.ofDays(31));
        world.gate.approve(win, "ada", "at last");

        LedgerView view = world.cycle().view();

        assertThat(view.dossier(win).orElseThrow().state()).isEqualTo(HypothesisState.STALE);
        assertThat(view.dossier(win).orElseThrow().reason()).contains("newest trial is 31 days old");
        LedgerView later = world.untilIdle();
        assertThat(newest(later, "workers").id()).isNotEqualTo(win);
        assertThat(newest(later, "workers").reopens().orElseThrow()).contains("31 days old");
        assertThat(newest(later, "workers").state()).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void whatWasNotSeenIsTriedAgainOnceTheUnchangedJobIsFoundToBeQuieter() {
        for (double later : new double[] {.14, .005}) {
            double[] noise = {.14};
            World world = new World(
                    folder.resolve("noise " + later),
                    new Cluster(
                            2,
                            arm -> ArmResult.succeeded(arm.name(), 10 * Math.exp(noise[0] * random.nextGaussian()))
                                    .work(1000)
                                    .digest("out.json", "same")),
                    Workload.job(EVAL, .3, Workload.log("warn")).build());
            world.policy = World.BLIND.toBuilder().noise(.2, 0).build();
            assertThat(World.state(world.untilIdle(), EVAL, "log")).isEqualTo(HypothesisState.NOT_SEEN);
            noise[0] = later;
            world.policy = World.BLIND.toBuilder().noise(.2, 8).build();
            world.jobs = List.of(Workload.job(EVAL, .3, Workload.log("warn"))
                    .environment(Map.of("DATA", "v2"))
                    .build());

            List<Dossier> tried = world.untilIdle().dossiers();

            boolean isQuiet = later < .1;
            assertThat(tried).hasSizeGreaterThanOrEqualTo(isQuiet ? 2 : 1);
            assertThat(tried.stream().skip(1).flatMap(dossier -> dossier.reopens().stream()))
                    .hasSize(tried.size() - 1)
                    .allMatch(why -> isQuiet && why.startsWith("the noise has fallen since nothing was seen: "));
        }
    }

    @Test
    void aSiblingIsConfirmedOnTheNewIncumbentWithWhatItsFirstSetShowed() {
        World world = world(Workload.workers("4"), Workload.kernel("fused"));
        LedgerView both = world.untilIdle();
        Dossier sibling = newest(both, "kernel");
        assertThat(sibling.state()).isEqualTo(HypothesisState.IN_REVIEW);
        String first = newest(both, "workers").id();
        world.gate.approve(first, "ada", "good");

        LedgerView moved = world.cycle().view();
        LedgerView view = world.untilIdle();

        Dossier confirming = moved.dossier(sibling.id()).orElseThrow();
        assertThat(confirming.state()).isEqualTo(HypothesisState.CONFIRMING);
        assertThat(confirming.experiment().orElseThrow().plan())
                .isEqualTo(sibling.experiment().orElseThrow().plan());
        Dossier shown = view.dossier(sibling.id()).orElseThrow();
        assertThat(shown.state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(shown.experiment().orElseThrow().incumbent()).hasSize(1);
        List<Run> anew = view.runsOf(sibling.id()).stream()
                .filter(run -> run.plan().set() == 3)
                .toList();
        assertThat(anew)
                .hasSizeGreaterThanOrEqualTo(sibling.experiment().orElseThrow().confirmationTrials());
        assertThat(shown.comparison().orElseThrow().firstEvidence())
                .isEqualTo(sibling.comparison().orElseThrow().firstEvidence());
        assertThat(shown.evidenceHead()).isNotEqualTo(sibling.evidenceHead());
        world.verify();
    }

    @Test
    void aNewIncumbentReopensWhatHadNoEffectAndNeverWhatWasRefuted() {
        Lever precision = new Lever(
                "precision",
                new LeverSetting.Environment("PRECISION"),
                "double",
                List.of("float"),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
        World world = world(Workload.workers("4"), Workload.log("warn"), precision);
        LedgerView before = world.untilIdle();
        assertThat(World.state(before, EVAL, "precision")).isEqualTo(HypothesisState.REFUTED);
        assertThat(World.state(before, EVAL, "log")).isEqualTo(HypothesisState.NOT_SEEN);
        world.gate.approve(newest(before, "workers").id(), "ada", "good");

        LedgerView view = world.untilIdle();

        assertThat(newest(view, "log").reopens()).contains("the incumbent changed since it ended as NOT_SEEN");
        assertThat(newest(view, "log").experiment().orElseThrow().incumbent()).hasSize(1);
        assertThat(view.byFingerprint(newest(view, "precision").hypothesis().fingerprint()))
                .hasSize(1);
        world.verify();
    }

    @Test
    void ofTwoWinsOnOneLeverTheOtherIsComparedWithTheOneThatWasPromoted() {
        World world = world(Workload.workers("4", "2"));
        LedgerView both = world.untilIdle();
        List<Dossier> wins = both.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .toList();
        assertThat(wins).hasSize(2);
        Dossier half = wins.stream()
                .filter(win -> win.hypothesis().title().endsWith("2"))
                .findFirst()
                .orElseThrow();
        Dossier full = wins.stream()
                .filter(win -> !win.id().equals(half.id()))
                .findFirst()
                .orElseThrow();
        world.gate.approve(full.id(), "ada", "good");

        LedgerView view = world.untilIdle();

        assertThat(view.dossier(half.id()).orElseThrow().state()).isEqualTo(HypothesisState.STALE);
        assertThat(view.dossier(half.id()).orElseThrow().reason()).contains("conflicts with the promoted " + full.id());
        Dossier again = view.byFingerprint(half.hypothesis().fingerprint()).get(1);
        assertThat(again.reopens()).isPresent();
        assertThat(again.state()).as("15 % beside 30 %").isEqualTo(HypothesisState.REGRESSION);
    }

    @Test
    void whatTheLoadOfTheHostsExplainsIsNoNewEpoch() {
        World world = world(Workload.log("warn"));
        world.policy = World.BLIND.toBuilder()
                .evidence(EvidencePolicy.DEFAULT.withPairs(24))
                .build();
        world.untilIdle();
        hours = 2;
        load = 5;
        world.jobs =
                List.of(Workload.job(EVAL, .3, Workload.log("warn", "error")).build());

        LedgerView view = world.untilIdle();

        assertThat(world.entries(Entry.RegimeChanged.class)).isEmpty();
        assertThat(view.family(EVAL).orElseThrow().code()).isEqualTo("0");
    }

    @Test
    void aJobThatCameToBehaveOtherwiseIsANewEpochOfItsOwn() {
        World world = world(Workload.log("warn"));
        world.policy = World.BLIND.toBuilder()
                .evidence(EvidencePolicy.DEFAULT.withPairs(24))
                .build();
        world.untilIdle();
        hours = 2;
        world.jobs =
                List.of(Workload.job(EVAL, .3, Workload.log("warn", "error")).build());

        LedgerView view = world.untilIdle();

        List<Entry.RegimeChanged> raised = world.entries(Entry.RegimeChanged.class);
        assertThat(raised).hasSize(1);
        assertThat(raised.get(0).reason()).contains("behaviour changed").contains("permutation p");
        assertThat(view.family(EVAL).orElseThrow().code()).isEqualTo("0+1");
        assertThat(view.dossiers().stream().filter(dossier -> dossier.reopens().isPresent()))
                .isNotEmpty()
                .allSatisfy(
                        dossier -> assertThat(dossier.reopens().orElseThrow()).contains("behaviour changed"));
        world.verify();
    }
}
