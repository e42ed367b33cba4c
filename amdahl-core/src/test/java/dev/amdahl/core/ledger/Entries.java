package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Entry.Answered;
import dev.amdahl.core.ledger.entry.Entry.Compared;
import dev.amdahl.core.ledger.entry.Entry.CycleEnded;
import dev.amdahl.core.ledger.entry.Entry.Decided;
import dev.amdahl.core.ledger.entry.Entry.Designed;
import dev.amdahl.core.ledger.entry.Entry.Diagnosed;
import dev.amdahl.core.ledger.entry.Entry.FamilySeen;
import dev.amdahl.core.ledger.entry.Entry.FleetSeen;
import dev.amdahl.core.ledger.entry.Entry.IdeaFound;
import dev.amdahl.core.ledger.entry.Entry.Moved;
import dev.amdahl.core.ledger.entry.Entry.OutputChecked;
import dev.amdahl.core.ledger.entry.Entry.Proposed;
import dev.amdahl.core.ledger.entry.Entry.RegimeChanged;
import dev.amdahl.core.ledger.entry.Entry.ReviewAsked;
import dev.amdahl.core.ledger.entry.Entry.ReviewerAdmitted;
import dev.amdahl.core.ledger.entry.Entry.RunCollected;
import dev.amdahl.core.ledger.entry.Entry.RunEnded;
import dev.amdahl.core.ledger.entry.Entry.RunIntended;
import dev.amdahl.core.ledger.entry.Entry.RunSubmitted;
import dev.amdahl.core.ledger.entry.Entry.Screened;
import dev.amdahl.core.ledger.entry.Entry.SetOpened;
import dev.amdahl.core.ledger.entry.Entry.Spent;
import dev.amdahl.core.ledger.entry.Entry.Voted;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeJson;
import dev.amdahl.core.ledger.recipe.RecipeTemplate;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Entries for tests: the story of a hypothesis from its family's first sight to its end. */
final class Entries {
    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    static final String FAMILY = "nightly-eval";
    static final String HEAD = "ab".repeat(32);

    private Entries() {}

    static Hypothesis hypothesis(String id) {
        Change change = new ConfigChange(List.of(
                new LeverSetting("workers", new LeverSetting.Environment("NUM_WORKERS"), "0", "4"),
                new LeverSetting("count", new LeverSetting.AcceleratorCount(), "4", "2"),
                new LeverSetting("batch", new LeverSetting.Argument("{batch}"), "8", "16"),
                new LeverSetting("pin", new LeverSetting.Undeclared(), "as it is", "pinned"),
                new LeverSetting("command", new LeverSetting.ShellCommand(), "a", "b; 'ü\u0000\u2028")));
        return hypothesis(id, change, List.of("evidence-1"));
    }

    static Hypothesis hypothesis(String id, Change change, List<String> evidence) {
        return new Hypothesis(
                id,
                FAMILY,
                List.of(Bottleneck.INPUT_STARVATION, Bottleneck.SYNC_STALL),
                ResourceAxis.IO,
                "more workers for " + id,
                change,
                OptionalDouble.of(.15),
                new Provenance(Provenance.Origin.DREAM, "idea-of-" + id),
                evidence,
                new Fingerprint(String.format("%064x", id.hashCode() & 0xffffffffL)));
    }

    static Screening screening() {
        return new Screening(
                OptionalDouble.of(1.5),
                OptionalDouble.of(Double.POSITIVE_INFINITY),
                .03,
                OptionalDouble.empty(),
                OptionalDouble.of(12.25));
    }

    static ExperimentPlan plan() {
        return new ExperimentPlan(
                new MetricSpec("rate", Optional.of(new ValueSource.Stdout("processed ([0-9]+)")), false),
                List.of(new Guardrail("loss", new ValueSource.Json("metrics.json", "/loss"), true, .01)),
                List.of(
                        new OutputRule("a", new OutputRule.Exact()),
                        new OutputRule("b", new OutputRule.Numeric(1e-6, 0)),
                        new OutputRule("c", new OutputRule.Json(List.of("/time"))),
                        new OutputRule("d", new OutputRule.Command(List.of("cmp", "-s")))),
                .01,
                .1,
                400,
                .0025,
                60,
                60);
    }

    static RunPlan runPlan(String key, String hypothesis) {
        return new RunPlan(key, RunPurpose.TRIAL, FAMILY, hypothesis, 1, 0, 1, true, -42L, 7.5);
    }

    static RunResult result() {
        ArmResult arm = ArmResult.succeeded("a", 1.25)
                .startedAt(START)
                .work(1000)
                .metrics(Map.of("loss", .31, "accuracy", .9))
                .digest("output/x", "ff")
                .covariates(Map.of(Covariate.LOAD_1M, .5, Covariate.CPU_MHZ, 2400.0))
                .circumstance(EnvironmentFact.GOVERNOR, "performance")
                .folder(Path.of("trials/k/a"));
        return new RunResult("host-1", List.of(arm, arm), OptionalDouble.of(-.2), List.of(), Optional.empty(), 2.5);
    }

    static Comparison comparison() {
        return new Comparison(
                20,
                45.5,
                12,
                OptionalDouble.of(.8),
                OptionalDouble.of(.75),
                OptionalDouble.of(.85),
                Optional.empty(),
                "");
    }

    static List<Vote> votes(int count) {
        List<Vote> votes = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            votes.add(new Vote(
                    "refuter-" + i,
                    Vote.Ballot.UPHOLDS,
                    false,
                    "nothing fired",
                    OptionalDouble.empty(),
                    OptionalDouble.of(.05),
                    List.of("throttling")));
        }
        return votes;
    }

    static Verdict verdict(Hypothesis hypothesis, HypothesisState state) {
        return new Verdict(hypothesis, List.of("evidence-1", "k1"), "ratio 0.80", state, "because");
    }

    static Review review(String id, boolean isApproved) {
        return new Review(id, isApproved, "ada", "good", START, HEAD);
    }

    static List<Entry> family() {
        return List.of(
                new FamilySeen(FAMILY, "h200", "0"),
                new Diagnosed(new Diagnosis(
                        FAMILY,
                        List.of(new Account(Bottleneck.INPUT_STARVATION, 10, 40)),
                        12,
                        Map.of("gpu_idle", .4),
                        List.of("run-1"),
                        List.of())),
                new OutputChecked(FAMILY, true));
    }

    /** Another accelerator, another regime, and what the fleet showed since. */
    static List<Entry> otherCircumstances() {
        return List.of(
                new FamilySeen(FAMILY, "b200", "0", Optional.of("version 1")),
                new RegimeChanged(FAMILY, "the unchanged job takes 20 % longer"),
                new FleetSeen(
                        new FleetWindow(FAMILY, START.minusSeconds(86_400), START, 12, 4_800, 5.99, .1, List.of())));
    }

    static Entry idea(String id) {
        return new IdeaFound(
                FAMILY,
                new Idea(
                        "idea-of-" + id,
                        "borrowed",
                        Bottleneck.INPUT_STARVATION,
                        "config",
                        List.of(new Idea.Symptom("gpu_idle", ">", .2)),
                        .2,
                        "from a sibling",
                        new Provenance(Provenance.Origin.DREAM, "sibling"),
                        Optional.of(new PatchChange("--- a\n+++ b\n", List.of("src/b", "src/a")))));
    }

    /** From the proposal to a trial in flight, with keys that start with the id. */
    static List<Entry> underTest(String id) {
        return List.of(
                new Proposed(hypothesis(id), screening(), Optional.empty()),
                new Screened(id, screening()),
                new Entry.Steered(id, Optional.of("before the release"), OptionalInt.of(2), "ada"),
                new Moved(id, HypothesisState.TESTING, "submitted"),
                new Designed(id, plan(), 1, 99, List.of(), Optional.of(Path.of("/tmp/a")), Optional.empty()),
                new Entry.Sifted(id, Screening.Stage.SMOKE, Optional.of("exits with 1"), 2.5),
                new RunIntended(runPlan(id + "-k1", id)),
                new Entry.ArmsFixed(
                        id + "-k1", List.of("aa".repeat(32), "bb".repeat(32)), List.of("environment NUM_WORKERS")),
                new Entry.RunMissed(id + "-k1"),
                new Entry.RunRepeated(id + "-k1"),
                new RunSubmitted(id + "-k1", new WorkerRunId("pid 1")),
                new Entry.RunMissed(id + "-k1"),
                new Entry.RunSeen(id + "-k1"),
                new Entry.RunWaits(id + "-k1", "waits since noon: the queue is full"));
    }

    /** From there into review. */
    static List<Entry> intoReview(String id) {
        return List.of(
                new RunCollected(id + "-k1", result()),
                new RunIntended(runPlan(id + "-k2", id)),
                new RunEnded(id + "-k2", RunState.INFRA_FAILED, "node lost"),
                new Spent(id + "-k1", Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, 2.5),
                new Moved(id, HypothesisState.CONFIRMING, "first set passed"),
                new SetOpened(id, 2, 12, List.of()),
                new Compared(id, comparison()),
                new Voted(id, votes(5)),
                new Entry.RerunAsked(id, 24, "order effect: 4 more are run"),
                new Compared(id, comparison()),
                new Voted(id, votes(3)),
                new Moved(id, HypothesisState.SURVIVED, "3 of 3 uphold"),
                new Entry.Held(id, "promotions are frozen"),
                new ReviewAsked(id, HEAD));
    }

    /** An approval by an admitted reviewer, and the promotion. */
    static List<Entry> promoted(String id) {
        return List.of(
                new ReviewerAdmitted("ada", "key-of-ada"),
                new Answered(review(id, true), true),
                new Decided(verdict(hypothesis(id), HypothesisState.PROMOTED)),
                new Entry.Attempted(
                        "axpy",
                        new Candidate("c1", "c0", "void kernel(void) {}", "fewer loads"),
                        Finding.measured(Stage.FASTER, new Speedup(2, 1, 2, 1.5, 2.5, .001, 10), "twice as fast")),
                new Entry.Frozen("axpy", "c1"),
                new Entry.Retested("axpy", "c1", Finding.stopped(Stage.BUILT, "wrong on fresh inputs")),
                examined("node-7", HostHealth.Grade.FAIL, "memory: 1 words came back wrong"),
                examined("node-8", HostHealth.Grade.OK),
                new Entry.ClusterJudged("east", sentBack()),
                new CycleEnded("promoted 1"));
    }

    static HostHealth.ClusterVerdict sentBack() {
        return new HostHealth.ClusterVerdict(
                "east",
                "Acme Cloud",
                HostHealth.ClusterVerdict.Outcome.SENT_BACK,
                2,
                List.of("node-7"),
                List.of("node-7: device 0: memory: 1 words came back wrong"),
                List.of("all_reduce: no all_reduce_perf on the search path"));
    }

    /** The burn-in of a host's first device. */
    static Entry.HostExamined examined(String host, HostHealth.Grade grade, String... reasons) {
        return new Entry.HostExamined(
                host + "/0",
                new HostHealth(host, "0", "H200", "580.1", grade, Map.of("flops_per_second", 7e14), List.of(reasons)));
    }

    /** What the win teaches, what a person says of it, and that ideas were looked for. */
    static List<Entry> taught(String id) {
        Recipe recipe = recipe(id);
        return List.of(
                new Entry.RecipeDistilled(recipe),
                new Entry.RecipeAnswered(
                        new Review(
                                recipe.id(),
                                true,
                                "ada",
                                "it held twice",
                                START,
                                recipe.digest(),
                                OptionalDouble.empty()),
                        true),
                new Entry.Searched(Map.of("catalogue", 3, "recipe", 1), Map.of("recipe", 1)));
    }

    static Recipe recipe(String id) {
        RecipeTemplate template = new RecipeTemplate(
                List.of(new RecipeTemplate.Setting("environment:NUM_WORKERS", "workers", "4")), List.of());
        List<Idea.Symptom> symptoms = List.of(new Idea.Symptom("input_wait_frac", ">=", .2));
        return new Recipe(
                RecipeJson.id(Bottleneck.INPUT_STARVATION, symptoms, template),
                "more workers",
                Bottleneck.INPUT_STARVATION,
                symptoms,
                template,
                List.of(new Recipe.Effect(id, "idea-of-" + id, FAMILY, "h200", .8, .75, .85, 20)));
    }

    /** All of it; every kind of entry occurs. */
    static List<Entry> wholeStory(String id) {
        List<Entry> story = new ArrayList<>(family());
        story.add(idea(id));
        story.addAll(underTest(id));
        story.addAll(intoReview(id));
        story.addAll(promoted(id));
        story.addAll(taught(id));
        story.addAll(otherCircumstances());
        story.add(new Entry.BudgetSet(Budget.acceleratorHours(40).withPerDay(Limits.NONE.withTokens(1e6))));
        ModelCall.Purpose purpose = new ModelCall.Purpose("sceptic", "question of " + id, Optional.of("off schema"));
        story.add(new Entry.CallReserved("call-of-" + id, "model-1", id, 5000, .5, Optional.of(purpose)));
        story.add(new Entry.CallSettled(
                "call-of-" + id,
                1200,
                300,
                .02,
                Optional.of(new ModelCall.Outcome(
                        200, 1.5, Optional.of("REFUSAL"), "ab".repeat(32), Optional.empty(), false, 0))));
        story.add(new Entry.CallRefused("model-3", id, purpose, 100_000, 9, "budget of 1 money is spent"));
        return story;
    }
}
