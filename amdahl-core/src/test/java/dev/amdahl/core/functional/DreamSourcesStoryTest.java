package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.DreamPolicy;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DreamSourcesStoryTest {
    private static final JobSpec BARE =
            JobSpec.builder("bare", List.of("train")).runsPerWeek(700).build();

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** A world whose only job is diagnosed already. */
    private World diagnosed(JobSpec job, Map<Bottleneck, Double> seconds, Map<String, Double> metrics) {
        World world = new World(folder, 1, job);
        List<Account> accounts = seconds.entrySet().stream()
                .map(entry -> new Account(entry.getKey(), entry.getValue(), entry.getValue()))
                .toList();
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                var lease = ledger.acquire("by hand", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.FamilySeen(job.family(), job.accelerators().type(), "0"),
                    new Entry.Diagnosed(
                            new Diagnosis(job.family(), accounts, 10, metrics, List.of("run-1"), List.of())));
        }
        return world;
    }

    private static List<String> sources(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().provenance().origin() == Provenance.Origin.DREAM)
                .map(dossier -> dossier.hypothesis().provenance().source())
                .toList();
    }

    @Test
    void aJobThatStarvesOnInputReceivesOnlyIdeasThatMatchIt() {
        World world = diagnosed(
                BARE,
                Map.of(Bottleneck.INPUT_STARVATION, 40.0, Bottleneck.PRODUCTIVE, 60.0),
                Map.of("input_wait_frac", .4, "cpu_idle_frac", .5, "teardown_frac", .1, "gpu_busy_in_teardown", 0.0));
        world.more = builder -> builder.ideaSources(List.of(IdeaCatalogue.shipped()));

        assertThat(sources(world.cycle().view())).containsExactly("input-more-workers");
    }

    @Test
    void aJobThatIdlesAtItsEndIsOfferedToExportElsewhere() {
        World world = diagnosed(
                BARE,
                Map.of(Bottleneck.IDLE_AFTER_FINISH, 20.0, Bottleneck.PRODUCTIVE, 80.0),
                Map.of("teardown_frac", .2, "gpu_busy_in_teardown", 0.0, "input_wait_frac", .4, "cpu_idle_frac", .5));
        world.more = builder -> builder.ideaSources(List.of(IdeaCatalogue.shipped()));

        LedgerView view = world.cycle().view();

        assertThat(sources(view)).contains("side-export-off-gpu");
        assertThat(view.dossiers()).allSatisfy(dossier -> {
            assertThat(dossier.hypothesis().bottleneck()).isEqualTo(Bottleneck.IDLE_AFTER_FINISH);
            assertThat(dossier.state()).isEqualTo(HypothesisState.NEEDS_LEVER);
        });
    }

    @Test
    void halfEmptyDeviceMemoryIsOfferedALargerBatch() {
        World world = diagnosed(
                BARE,
                Map.of(Bottleneck.UNDER_BATCHED, 30.0, Bottleneck.PRODUCTIVE, 70.0),
                Map.of("hbm_used_frac", .5, "gpu_busy_frac", .7));
        world.more = builder -> builder.ideaSources(List.of(IdeaCatalogue.shipped()));

        assertThat(sources(world.cycle().view())).containsExactly("cap-batch-up");
    }

    @Test
    void whatChangesTheModelItselfIsAdviceAndNeverTriedEvenWithALeverForIt() {
        JobSpec job = Workload.job("train", .5, Workload.workers("4")).build();
        Idea prune = new Idea(
                "prune",
                "Prune the model",
                Bottleneck.COMPUTE_BOUND,
                "model",
                List.of(),
                .5,
                "prune, then train on",
                new Provenance(Provenance.Origin.IDEA, "prune"),
                Optional.of(Workload.workers("4").set("4")));
        World world = diagnosed(
                job, Map.of(Bottleneck.COMPUTE_BOUND, 90.0, Bottleneck.PRODUCTIVE, 10.0), Map.of("tensor_util", .7));
        world.more = builder -> builder.ideaSources(List.of(query -> List.of(prune)));

        Dossier advice = World.of(world.cycle().view(), "train", "prune");

        assertThat(advice.state()).isEqualTo(HypothesisState.NEEDS_LEVER);
        assertThat(advice.reason())
                .isEqualTo("advice for the owner of what is trained, never tried by itself: prune, then train on");
    }

    @Test
    void aBorrowedIdeaForTwoPercentOfAJobIsTurnedAwayWithItsCeiling() {
        World world = new World(
                folder,
                2,
                Workload.job("training", .3, Workload.workers("4")).build(),
                Workload.job("export", .98, Workload.workers("2")).build(),
                Workload.job("no-input", 1, Workload.workers("2")).build());
        Dossier win = World.of(world.untilIdle(), "training", "workers");
        world.gate.approve(win.id(), "ada", "good");

        List<Dossier> carried = world.untilIdle().dossiers().stream()
                .filter(dossier -> dossier.hypothesis().provenance().source().equals("win:" + win.id()))
                .toList();

        assertThat(carried).singleElement().satisfies(borrowed -> {
            assertThat(borrowed.hypothesis().family()).isEqualTo("export");
            assertThat(borrowed.state()).isEqualTo(HypothesisState.SCREENED_OUT);
            assertThat(borrowed.reason()).contains("ceiling 1.02x < floor");
        });
    }

    /** Counts how often it is asked, and has a new idea each time. */
    private static final class Asked implements IdeaSource {
        private final List<IdeaQuery> queries = new ArrayList<>();

        @Override
        public List<Idea> search(IdeaQuery query) {
            queries.add(query);
            return IntStream.range(0, 9)
                    .mapToObj(i -> idea("asked:" + queries.size() + "-" + i))
                    .toList();
        }

        @Override
        public String name() {
            return "asked";
        }
    }

    private static Idea idea(String id) {
        return new Idea(
                id,
                "idea " + id,
                Bottleneck.INPUT_STARVATION,
                "config",
                List.of(),
                .4,
                "do " + id,
                new Provenance(Provenance.Origin.DREAM, id),
                Optional.empty());
    }

    @Test
    void ideasAreLookedForWhenSomethingIsNewAndElseOnceADay() {
        Asked source = new Asked();
        World world = diagnosed(BARE, Map.of(Bottleneck.INPUT_STARVATION, 40.0), Map.of());
        world.policy = LoopPolicy.DEFAULT.toBuilder()
                .evidenceRuns(0, Duration.ofDays(14))
                .noise(.05, 0)
                .build();
        world.more = builder -> builder.ideaSources(List.of(source));

        world.cycles(3);
        assertThat(source.queries).hasSize(1);
        world.clock.advance(Duration.ofHours(25));
        LedgerView view = world.cycles(3).view();

        assertThat(source.queries).hasSize(2);
        assertThat(sources(view)).containsExactly("asked:1-0", "asked:1-1", "asked:2-0", "asked:2-1");
        assertThat(world.entries(Entry.Searched.class))
                .hasSize(2)
                .allSatisfy(searched -> assertThat(searched.taken()).isEqualTo(Map.of("asked", 2)));
        world.verify();
    }

    @Test
    void aDreamHasRoomForSoManyIdeasOfAllSources() {
        World world = diagnosed(BARE, Map.of(Bottleneck.INPUT_STARVATION, 40.0), Map.of());
        world.policy = World.BLIND.toBuilder()
                .dream(new DreamPolicy(Duration.ofDays(1), 5, 3))
                .build();
        world.more = builder ->
                builder.ideaSources(List.<IdeaSource>of(new Asked(), query -> List.of(idea("a"), idea("b"))));

        world.cycle();

        assertThat(world.entries(Entry.Searched.class)).singleElement().satisfies(searched -> {
            assertThat(searched.offered()).isEqualTo(Map.of("asked", 5, "catalogue", 2));
            assertThat(searched.taken().values().stream()
                            .mapToInt(count -> count)
                            .sum())
                    .isEqualTo(3);
        });
        assertThat(world.entries(Entry.IdeaFound.class)).hasSize(3);
    }

    @Test
    void aSourceThatFailsCostsANoteAndOneThatBorrowsANameGetsItsOwn() {
        IdeaSource broken = query -> {
            throw new IllegalStateException("no network");
        };
        IdeaSource liar = new IdeaSource() {
            @Override
            public List<Idea> search(IdeaQuery query) {
                return List.of(idea("recipe:1"));
            }

            @Override
            public String name() {
                return "liar";
            }
        };
        World world = diagnosed(BARE, Map.of(Bottleneck.INPUT_STARVATION, 40.0), Map.of());
        world.more = builder -> builder.ideaSources(List.of(broken, liar));

        CycleReport report = world.cycle();

        assertThat(report.notes()).anyMatch(note -> note.startsWith("bare: the idea source catalogue failed"));
        assertThat(sources(report.view())).containsExactly("liar:recipe-1");
    }

    @Test
    void whatAModelProposedInVainIsOfferedOnceMoreOnAnotherAccelerator() {
        World world = new World(folder, 2, on("h200"));
        world.more = builder -> builder.ideaSources(List.of())
                .advisors(List.of(briefing -> briefing.history().isEmpty()
                        ? List.of(new Proposal(
                                "log less",
                                List.of(Bottleneck.INPUT_STARVATION),
                                Workload.log("error").set("error"),
                                OptionalDouble.of(.5),
                                new Provenance(Provenance.Origin.MODEL, "a-model", Provenance.Maturity.EXPERIMENTAL)))
                        : List.of()));
        Dossier vain = World.of(world.untilIdle(), "train", "log");
        assertThat(vain.state()).isEqualTo(HypothesisState.NOT_SEEN);

        world.jobs = List.of(on("b200"));
        List<Dossier> again = world.untilIdle().dossiers().stream()
                .filter(dossier -> dossier.hypothesis().provenance().source().equals("revisit:" + vain.id()))
                .toList();

        assertThat(again).singleElement().satisfies(dossier -> {
            assertThat(dossier.reopens())
                    .hasValueSatisfying(reason -> assertThat(reason)
                            .contains("the accelerator changed from h200 to b200")
                            .contains("before that it was NOT_SEEN as " + vain.id()));
            assertThat(dossier.hypothesis().provenance().origin()).isEqualTo(Provenance.Origin.MODEL);
            assertThat(dossier.hypothesis().provenance().isExperimental()).isTrue();
            assertThat(dossier.state().isTerminal()).isTrue();
        });
    }

    private static JobSpec on(String accelerator) {
        return Workload.job("train", .3, Workload.log("error"))
                .accelerators(new Accelerators(accelerator, 1))
                .build();
    }
}
