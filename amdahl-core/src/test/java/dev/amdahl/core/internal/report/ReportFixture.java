package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.picture.Traces;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Review;
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
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A ledger as a first day leaves it: wins, a cheat, a placebo, an idea screened out, one still open. Not thread-safe. */
public final class ReportFixture {
    static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

    private final List<Family> families = new ArrayList<>();
    private final List<Dossier> dossiers = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    private final List<Cost> costs = new ArrayList<>();
    private final List<Entry.IdeaFound> ideas = new ArrayList<>();
    private final Random chance = new Random(7);
    private final UnaryOperator<String> words;

    public ReportFixture() {
        this(text -> text);
    }

    /** With its free texts through a function. */
    ReportFixture(UnaryOperator<String> words) {
        this.words = words;
    }

    public static ReportFixture firstDay() {
        ReportFixture day = new ReportFixture();
        day.family("train-vision", Bottleneck.INPUT_STARVATION, .46);
        day.family("eval-metrics", Bottleneck.SYNC_STALL, .33);
        day.family("embed-batch", Bottleneck.HOST_CONTENTION, .41);
        day.experiment("h1", "train-vision", setting("prefetch", "off", "on"), HypothesisState.IN_REVIEW, .729);
        day.experiment("h2", "eval-metrics", setting("metrics_every", "1", "50"), HypothesisState.PROMOTED, .81);
        day.experiment(
                "h3",
                "embed-batch",
                new PatchChange("--- a\n+++ b\n<script>", List.of("src/EmbedBatch.java")),
                HypothesisState.IN_REVIEW,
                .62);
        day.experiment("h4", "train-vision", setting("records", "all", "half"), HypothesisState.REFUTED, .55);
        day.experiment("h5", "embed-batch", setting("log_level", "info", "warn"), HypothesisState.NO_EFFECT, .998);
        day.noise("train-vision", .012, -.02, .031, .004);
        day.noise("embed-batch", .05, -.04, .02, -.06);
        day.plain("h6", "eval-metrics", setting("kernel", "library", "custom"), HypothesisState.SCREENED_OUT);
        day.plain("h7", "train-vision", setting("format", "raw", "packed"), HypothesisState.PROPOSED);
        day.idea("embed-batch", "Fuse the small products", "One launch for the products of a step.");
        return day;
    }

    public static ConfigChange setting(String lever, String from, String to) {
        return new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment("X"), from, to)));
    }

    public FixtureView view() {
        return new FixtureView(
                families.stream().map(this::withPromoted).toList(),
                List.copyOf(dossiers),
                List.copyOf(runs),
                List.copyOf(costs),
                List.copyOf(ideas));
    }

    private Family withPromoted(Family family) {
        List<Fingerprint> incumbent = dossiers.stream()
                .filter(dossier -> dossier.state() == HypothesisState.PROMOTED
                        && dossier.hypothesis().family().equals(family.name()))
                .map(dossier -> dossier.hypothesis().fingerprint())
                .toList();
        return family.incumbent(incumbent, family.context());
    }

    ReportInputs.Builder inputs() {
        return ReportInputs.builder()
                .jobs(families.stream()
                        .map(family -> JobSpec.builder(family.name(), List.of("true"))
                                .accelerators(new Accelerators("h200", 4))
                                .runsPerWeek(7_000)
                                .price(new Price(2.5, "USD"))
                                .build())
                        .toList())
                .timelines(family -> Optional.of(Traces.steps(family, 4, 40)))
                .notes(List.of("2 of 5 jobs were not looked at: no budget left"))
                .at(START);
    }

    public void family(String name, Bottleneck top, double share) {
        double wall = .88;
        List<Account> accounts = List.of(
                account(Bottleneck.WARMUP, .06, wall),
                account(top, share, wall),
                account(Bottleneck.LAUNCH_BOUND, .05, wall),
                account(Bottleneck.IDLE_AFTER_FINISH, .04, wall),
                account(Bottleneck.UNATTRIBUTED, .02, wall),
                account(Bottleneck.PRODUCTIVE, .83 - share, wall),
                new Account(Bottleneck.QUEUE_WAIT, .3, 0));
        families.add(new Family(
                name,
                "h200",
                "0",
                Optional.of(new Diagnosis(
                        name,
                        accounts,
                        4 * wall * share,
                        Map.of(),
                        List.of("e-" + name),
                        List.of(words.apply("as seen")))),
                Optional.of(START),
                Optional.of(true),
                List.of()));
    }

    private static Account account(Bottleneck bottleneck, double share, double wall) {
        return new Account(bottleneck, share * wall, 4 * share * wall);
    }

    public void idea(String family, String title, String summary) {
        ideas.add(new Entry.IdeaFound(
                family,
                new Idea(
                        "fuse",
                        title,
                        Bottleneck.LAUNCH_BOUND,
                        "code",
                        List.of(),
                        .2,
                        summary,
                        new Provenance(Provenance.Origin.DREAM, "catalogue"),
                        Optional.empty())));
    }

    /** A/A trials of a family. */
    public void noise(String family, double... d) {
        for (int i = 0; i < d.length; i++) {
            RunResult result = new RunResult(
                    "node-1",
                    List.of(arm("a", 1), arm("b", 1)),
                    OptionalDouble.of(d[i]),
                    List.of(),
                    Optional.empty(),
                    8);
            RunPlan plan = new RunPlan("aa-" + family + i, RunPurpose.NOISE, family, "", 0, i, 1, false, 1, 1);
            runs.add(new Run(plan, RunState.COLLECTED, Optional.empty(), Optional.of(result), "", START));
        }
    }

    public void plain(String id, String family, Change change, HypothesisState state) {
        dossiers.add(dossier(id, family, change, state, Optional.empty(), Optional.empty(), List.of()));
    }

    public void experiment(String id, String family, Change change, HypothesisState state, double ratio) {
        boolean isCheat = state == HypothesisState.REFUTED;
        int first = isCheat ? 2 : 9;
        int confirmation = isCheat || state == HypothesisState.NO_EFFECT ? 0 : 9;
        for (int set = 1; set <= (confirmation > 0 ? 2 : 1); set++) {
            for (int index = 0; index <= (set == 1 ? first : confirmation); index++) {
                run(id, family, set, index, Math.log(ratio) + .06 * chance.nextGaussian(), isCheat);
            }
        }
        Comparison comparison = new Comparison(
                first + confirmation,
                state == HypothesisState.NO_EFFECT ? 1.4 : 31.2,
                confirmation > 0 ? 44 : 1,
                OptionalDouble.of(ratio),
                OptionalDouble.of(ratio * .96),
                OptionalDouble.of(ratio * 1.045),
                Optional.empty(),
                "as measured");
        dossiers.add(
                dossier(id, family, change, state, Optional.of(experiment(id)), Optional.of(comparison), votes(state)));
    }

    /** An experiment of these log ratios, with the evidence that its sets came to. */
    public void measured(String id, String family, double firstE, double[] first, double secondE, double[] second) {
        for (int i = 0; i < first.length; i++) {
            run(id, family, 1, i + 1, first[i], false);
        }
        for (int i = 0; i < second.length; i++) {
            run(id, family, 2, i + 1, second[i], false);
        }
        Comparison comparison = new Comparison(
                first.length + second.length,
                firstE,
                secondE,
                OptionalDouble.of(.8),
                OptionalDouble.of(.7),
                OptionalDouble.of(.9),
                Optional.empty(),
                "as measured");
        HypothesisState state = HypothesisState.IN_REVIEW;
        dossiers.add(dossier(
                id,
                family,
                setting("lever", "1", "2"),
                state,
                Optional.of(experiment(id)),
                Optional.of(comparison),
                votes(state)));
    }

    private List<Vote> votes(HypothesisState state) {
        if (state == HypothesisState.NO_EFFECT) {
            return List.of();
        }
        List<Vote> votes = new ArrayList<>();
        for (int fold = 1; fold <= 5; fold++) {
            boolean isAgainst = fold == 4 && state == HypothesisState.IN_REVIEW;
            votes.add(new Vote(
                    words.apply("fold-" + fold),
                    isAgainst ? Vote.Ballot.REFUTES : Vote.Ballot.UPHOLDS,
                    false,
                    words.apply(isAgainst ? "order-effect: AB and BA differ" : "no check fired"),
                    OptionalDouble.of(.12),
                    OptionalDouble.of(.25),
                    List.of(words.apply("clock-drift"), words.apply("throttled-arm"))));
        }
        if (state == HypothesisState.REFUTED) {
            votes.add(new Vote(
                    words.apply("facts:work-conserved"),
                    Vote.Ballot.REFUTES,
                    true,
                    words.apply("variant did 50 % of the work units"),
                    OptionalDouble.of(.5),
                    OptionalDouble.of(1),
                    List.of()));
        }
        return votes;
    }

    private static Experiment experiment(String id) {
        ExperimentPlan plan = new ExperimentPlan(
                MetricSpec.ACCELERATOR_SECONDS,
                List.of(),
                List.of(new OutputRule("out.txt", new OutputRule.Exact())),
                .01,
                .1,
                400,
                .0025,
                20,
                20);
        return new Experiment(
                id,
                plan,
                1,
                1,
                2,
                9,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private void run(String id, String family, int set, int index, double d, boolean isCheat) {
        String key = id + "-" + set + "-" + index;
        boolean isVariantFirst = chance.nextBoolean();
        double wall = .88 * Math.exp(.03 * chance.nextGaussian());
        ArmResult baseline = arm("a", wall);
        ArmResult variant = arm("b", wall * Math.exp(d));
        RunResult result = new RunResult(
                words.apply("node-1"),
                isVariantFirst ? List.of(variant, baseline) : List.of(baseline, variant),
                OptionalDouble.of(index == 0 ? d + .4 : d),
                isCheat ? List.of(words.apply("out.txt")) : List.of(),
                Optional.empty(),
                8 * wall);
        RunPlan plan = new RunPlan(key, RunPurpose.TRIAL, family, id, set, index, 1, isVariantFirst, 1, 1);
        runs.add(new Run(plan, RunState.COLLECTED, Optional.empty(), Optional.of(result), "", START));
        costs.add(new Cost(key, Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, 8 * wall, START));
    }

    /** A run of a hypothesis, or of none, that its scheduler keeps waiting. */
    void waits(String key, String family, String hypothesis, String why) {
        RunPurpose purpose = hypothesis.isEmpty() ? RunPurpose.EVIDENCE : RunPurpose.TRIAL;
        RunPlan plan = new RunPlan(key, purpose, family, hypothesis, 1, 1, 1, false, 1, 1);
        Optional<WorkerRunId> worker = Optional.of(new WorkerRunId("job-7"));
        String note = words.apply("waits since 2026-03-02T08:00:00Z: " + why);
        runs.add(new Run(plan, RunState.SUBMITTED, worker, Optional.empty(), note, START));
    }

    private static ArmResult arm(String name, double wall) {
        return ArmResult.succeeded(name, wall).startedAt(START).cpu(wall).work(1_000);
    }

    private static String fingerprint(String id) {
        String hex = Integer.toHexString(id.hashCode());
        return "0".repeat(64 - hex.length()) + hex;
    }

    private Dossier dossier(
            String id,
            String family,
            Change change,
            HypothesisState state,
            Optional<Experiment> experiment,
            Optional<Comparison> comparison,
            List<Vote> votes) {
        Bottleneck top = families.stream()
                .filter(known -> known.name().equals(family))
                .findFirst()
                .flatMap(known -> known.diagnosis().orElseThrow().topLoss())
                .orElse(Bottleneck.LAUNCH_BOUND);
        Hypothesis hypothesis = new Hypothesis(
                id,
                family,
                List.of(top),
                top.axis(),
                words.apply("try " + id),
                change,
                OptionalDouble.of(.5),
                new Provenance(Provenance.Origin.RULE, words.apply("lever")),
                List.of("e-" + family),
                new Fingerprint(fingerprint(id)));
        Screening screening = new Screening(
                OptionalDouble.of(1.6), OptionalDouble.of(1.85), .05, OptionalDouble.empty(), OptionalDouble.empty());
        return new Dossier(
                hypothesis,
                state,
                words.apply("reason of " + id),
                START,
                START.plusSeconds(31),
                screening,
                experiment,
                comparison,
                votes,
                Optional.empty(),
                "",
                state == HypothesisState.PROMOTED
                        ? Optional.of(new Review(id, true, words.apply("ada"), words.apply("agreed"), START, ""))
                        : Optional.empty(),
                0,
                0,
                state == HypothesisState.NO_EFFECT
                        ? Optional.of(words.apply("a new epoch of the job began"))
                        : Optional.empty(),
                Optional.empty());
    }
}
