package dev.amdahl.core.internal.loop.dispatch;

import com.google.common.collect.Sets;
import dev.amdahl.core.internal.loop.Allocation;
import dev.amdahl.core.internal.loop.FieldRequest;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.WindowDraw;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/** Turns a planned run into what the scheduler gets: the same for the same plan and ledger, also after a crash. Immutable. */
public final class Requests {
    private static final Pattern SPACES = Pattern.compile("[\\s;&|()]+");
    /** A program beside the job, as a command or a shell's line names it. */
    private static final String OWN_PROGRAM = "\\./[\\w./+-]+";

    /** How many accelerators an arm holds, where the arms of an experiment hold different ones. */
    private static final String ACCELERATORS = "AMDAHL_ACCELERATORS";

    /** A request as a scheduler gets it. */
    private record Submission(
            String key,
            String family,
            Accelerators accelerators,
            List<ArmRequest> arms,
            Set<String> avoidedHosts,
            Map<String, String> settings,
            Optional<Set<String>> warmHosts)
            implements TrialRequest {}

    private final LoopSetup setup;
    private final LedgerView view;
    private final Incumbents incumbents;

    /** Requests for jobs of a setup as the ledger stands. */
    public Requests(LoopSetup setup, LedgerView view) {
        this.setup = setup;
        this.view = view;
        this.incumbents = new Incumbents(view);
    }

    TrialRequest of(RunPlan plan) {
        JobSpec job = setup.job(plan.family())
                .orElseThrow(() -> new IllegalStateException("no job declares family " + plan.family()));
        List<ArmRequest> arms = plan.purpose().isOfExperiment() ? trial(job, plan) : baselines(job, plan);
        if (plan.runs() == Design.FIELD) {
            Set<String> variables = new HashSet<>();
            arms.forEach(arm -> variables.addAll(arm.environment().keySet()));
            int between = between(job.field().orElse(FieldTrials.DEFAULT), plan.purpose());
            return new FieldRequest(plan.key(), plan.family(), Allocation.held(job, plan), arms, between, variables);
        }
        return new Submission(
                plan.key(),
                plan.family(),
                Allocation.held(job, plan),
                arms,
                avoidedHosts(plan),
                job.schedulerSettings(),
                warmHosts(setup, view, plan));
    }

    /**
     * On a cluster, the host of the family's newest run: what was cold there is warm. The pairs that only warm up, and evidence runs, which
     * are never compared, need none; one machine was warmed up by them.
     */
    static Optional<Set<String>> warmHosts(LoopSetup setup, LedgerView view, RunPlan plan) {
        boolean isWarmUp = plan.purpose() == RunPurpose.TRIAL && plan.index() == 0;
        if (plan.purpose().isTraced()
                || isWarmUp
                || plan.runs() == Design.WINDOWS
                || !setup.scheduler().isCluster()) {
            return Optional.empty();
        }
        return Optional.of(view.recentRuns(plan.family()).stream()
                .flatMap(run -> run.result().stream())
                .filter(result -> !result.host().isEmpty())
                .reduce((earlier, later) -> later)
                .map(Replication::hosts)
                .orElse(Set.of()));
    }

    /** No run asks for a host whose burn-in failed, and a confirmation for none of the first set. */
    private Set<String> avoidedHosts(RunPlan plan) {
        Set<String> unfit = view.totals().unfitHosts();
        return plan.purpose().isOfExperiment() && plan.set() > 1
                ? Set.copyOf(Sets.union(unfit, Replication.firstHosts(view.runsOf(plan.hypothesis()))))
                : unfit;
    }

    private static int between(FieldTrials field, RunPurpose purpose) {
        if (purpose == RunPurpose.NOISE) {
            return 0;
        }
        return FieldRequest.between(purpose == RunPurpose.HELD_BACK ? field.holdBack() : field.share());
    }

    /** Returns what a run of a job is started with that is part of no experiment. */
    public ArmRequest incumbent(JobSpec job) {
        List<Change> promoted = incumbents.changes(incumbents.of(job.family()));
        return new Arms(job, setup.policy())
                .arm(
                        "",
                        promoted,
                        Optional.empty(),
                        0,
                        false,
                        job.timeLimit().orElse(setup.policy().timeLimit()));
    }

    private List<ArmRequest> baselines(JobSpec job, RunPlan plan) {
        Arms arms = arms(job, plan);
        Duration limit = RunAccounts.limit(plan, job.timeLimit(), setup.policy());
        List<Change> incumbent = incumbents.changes(incumbents.of(plan.family()));
        Optional<Path> tree = tree(job, incumbent, false, true);
        boolean traced = plan.purpose() == RunPurpose.EVIDENCE;
        ArmPlan first = arms.arm("a", incumbent, tree, plan.seed(), traced, limit);
        return traced
                ? List.of(
                        hasFailed(plan)
                                ? first
                                : Captures.of(job, setup.profilers()).attached(first))
                : List.of(first, arms.arm("b", incumbent, tree, plan.seed(), false, limit));
    }

    /** Returns whether the evidence run before this one failed: what it ran under may be why. */
    private boolean hasFailed(RunPlan plan) {
        return view.measurements(plan.family()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.EVIDENCE
                        && run.plan().index() < plan.index())
                .reduce((earlier, later) -> later)
                .flatMap(Run::result)
                .filter(result -> !result.arms().stream().allMatch(ArmResult::isSuccess))
                .isPresent();
    }

    private Arms arms(JobSpec job, RunPlan plan) {
        Arms arms = new Arms(job, setup.policy());
        return plan.runs() == Design.PROBE ? arms.probing(wholeUnits(view, job)) : arms;
    }

    /** Returns the work units of a whole run, by the newest evidence run that counted them. */
    public static OptionalDouble wholeUnits(LedgerView view, JobSpec job) {
        return view.measurements(job.family()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.EVIDENCE)
                .flatMap(run -> run.result().stream())
                .flatMap(result -> result.arms().stream())
                .filter(arm -> arm.isSuccess() && arm.workUnits().isPresent())
                .map(ArmResult::workUnits)
                .reduce(OptionalDouble.empty(), (earlier, later) -> later);
    }

    private List<ArmRequest> trial(JobSpec job, RunPlan plan) {
        Dossier dossier = view.dossier(plan.hypothesis()).orElseThrow();
        Experiment experiment = dossier.experiment().orElseThrow();
        Arms arms = arms(job, plan);
        Duration limit = RunAccounts.limit(plan, job.timeLimit(), setup.policy());
        if (plan.purpose() == RunPurpose.TRACED) {
            List<Change> traced = incumbents.changed(experiment.incumbent(), dossier.hypothesis());
            ArmPlan arm = arms.arm("a", traced, experiment.variantDirectory(), plan.seed(), true, limit);
            return confined(
                    job,
                    dossier.hypothesis(),
                    traced,
                    experiment.variantDirectory(),
                    List.of(Captures.of(job, setup.profilers()).attached(arm)));
        }
        boolean isPlanted = dossier.hypothesis().isPlanted();
        List<Change> promoted = incumbents.changes(experiment.incumbent());
        List<Change> incumbent =
                isPlanted ? PlantedDelay.delayed(promoted, dossier.hypothesis().change()) : promoted;
        List<Change> changed = incumbents.changed(experiment.incumbent(), dossier.hypothesis());
        Optional<Path> baseline = experiment.baselineDirectory();
        Optional<Path> variant = experiment.variantDirectory();
        ArmPlan first = plan.isVariantFirst()
                ? arms.arm("a", changed, variant, plan.seed(), false, limit)
                : arms.arm("a", incumbent, baseline, plan.seed(), false, limit);
        ArmPlan second = plan.isVariantFirst()
                ? arms.arm("b", incumbent, baseline, plan.seed(), false, limit)
                : arms.arm("b", changed, variant, plan.seed(), false, limit);
        if (plan.runs() == Design.WINDOWS) {
            ArmPlan unchanged = plan.isVariantFirst() ? second : first;
            ArmPlan variantArm = plan.isVariantFirst() ? first : second;
            return List.of(unchanged.scheduled(WindowDraw.of(view, plan)
                    .schedule(settings(dossier.hypothesis(), unchanged), settings(dossier.hypothesis(), variantArm))));
        }
        if (Allocation.isSeparate(job, view, plan)) {
            return confined(
                    job,
                    dossier.hypothesis(),
                    changed,
                    variant,
                    List.of((plan.purpose() == RunPurpose.HALF ? first : second)
                            .with(
                                    ACCELERATORS,
                                    Integer.toString(Allocation.held(job, plan).count()))));
        }
        return isPlanted
                ? List.of(PlantedDelay.sleeping(first), PlantedDelay.sleeping(second))
                : confined(job, dossier.hypothesis(), changed, variant, List.of(first, second));
    }

    /** Returns the variables that a change sets, as an arm has them. */
    private static Map<String, String> settings(Hypothesis hypothesis, ArmRequest arm) {
        Map<String, String> settings = new HashMap<>();
        for (LeverSetting setting : ((ConfigChange) hypothesis.change()).settings()) {
            if (setting.target() instanceof LeverSetting.Environment target) {
                settings.put(target.variable(), arm.environment().getOrDefault(target.variable(), setting.from()));
            }
        }
        return settings;
    }

    /** Returns both arms alike, if nobody answers for the variant's patch. */
    private List<ArmRequest> confined(
            JobSpec job, Hypothesis hypothesis, List<Change> changed, Optional<Path> variant, List<ArmRequest> arms) {
        Patches patches = Patches.of(changed);
        if (patches.isEmpty() || variant.isEmpty() || job.source().isEmpty()) {
            return arms;
        }
        BuildRequest built = patches.request(job.source().get(), Patches.isVouchedFor(hypothesis));
        return arms.stream()
                .map(arm -> builder(job).confined(arm, built, variant.get()))
                .toList();
    }

    /**
     * Returns the built tree that an arm runs in; empty when the job needs none. A job that declares code but no directory always runs in
     * one, and so does one whose directory lacks a program that its build may make, and both arms of an experiment with a patch.
     */
    public Optional<Path> tree(JobSpec job, List<Change> changes, boolean always, boolean isVouchedFor) {
        return built(job, changes, always, isVouchedFor).map(BuiltVariant::directory);
    }

    /** Overload of {@code built}: with what the build said. */
    public Optional<BuiltVariant> built(JobSpec job, List<Change> changes, boolean always, boolean isVouchedFor) {
        Patches patches = Patches.of(changes);
        boolean needed = always || !patches.isEmpty() || job.directory().isEmpty() || isUnbuilt(job);
        return needed
                ? job.source().map(source -> builder(job).build(patches.request(source, isVouchedFor)))
                : Optional.empty();
    }

    /** A directory that this machine cannot see, as on a cluster, is taken to hold what the command starts. */
    private boolean isUnbuilt(JobSpec job) {
        Path directory = job.directory().orElseThrow();
        return setup.builder().isPresent()
                && job.source().filter(source -> !source.build().isEmpty()).isPresent()
                && Files.isDirectory(directory)
                && job.command().stream()
                        .flatMap(SPACES::splitAsStream)
                        .filter(word -> word.matches(OWN_PROGRAM))
                        .anyMatch(word -> !Files.exists(directory.resolve(word)));
    }

    /**
     * Returns why a change of code cannot be tried on this machine for now. What a comparing command reads is the work of nobody who answers for it,
     * whoever wrote the patch.
     */
    public Optional<String> obstacle(JobSpec job, Hypothesis hypothesis, List<Change> changed) {
        if (!hypothesis.needsBuild() || job.source().isEmpty()) {
            return Optional.empty();
        }
        boolean isRead = job.outputs().stream().anyMatch(rule -> rule.comparison() instanceof OutputRule.Command);
        boolean isVouchedFor = Patches.isVouchedFor(hypothesis) && !isRead;
        return setup.builder()
                .flatMap(builder -> builder.obstacle(
                        Patches.of(changed).request(job.source().get(), isVouchedFor)))
                .map(reason -> isRead ? reason + "; or compare outputs by exact, numeric or json" : reason);
    }

    private Builder builder(JobSpec job) {
        return setup.builder()
                .orElseThrow(() -> new BuildFailedException("no builder is available for " + job.family()));
    }
}
