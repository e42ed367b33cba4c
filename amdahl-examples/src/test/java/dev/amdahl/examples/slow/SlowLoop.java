package dev.amdahl.examples.slow;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuilderFactory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.profiler.SiteFinderFactory;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The loop over one slow program until nothing is left to try: real git, compilers, sandbox, profilers and paired trials. */
final class SlowLoop {
    private static final long SEED = 7;

    private final SlowProgram program;
    private final Path folder;
    private final Path repository;
    private final LedgerView view;

    private SlowLoop(SlowProgram program, Path folder, Path repository, LedgerView view) {
        this.program = program;
        this.folder = folder;
        this.repository = repository;
        this.view = view;
    }

    /** With the changes by syntax tree that the finders offer, and what an advisor says to the briefing. */
    static SlowLoop run(SlowProgram program, Path folder, Advisor advisor) throws IOException, InterruptedException {
        Path repository = program.commit(folder.resolve("repository"));
        Plugins plugins = Plugins.discover();
        JobSpec job = JobSpec.builder(program.name(), program.job())
                .timeLimit(Duration.ofMinutes(1))
                .runsPerWeek(700)
                .outputs(List.of(new OutputRule("-", new OutputRule.Exact())))
                .source(new SourceTree(repository, "HEAD", "0", List.of("sh", "-e", "check.sh"), program.editable()))
                .contributions(edits(plugins, folder, repository, program).stream()
                        .map(SlowLoop::contribution)
                        .toList())
                .build();
        LoopPolicy policy = LoopPolicy.DEFAULT.toBuilder()
                .evidence(EvidencePolicy.QUICKSTART)
                .confirmationPause(Duration.ofSeconds(1))
                .calibration(0)
                .build();
        Scheduler scheduler = only(
                plugins,
                SchedulerFactory.class,
                "local",
                context(folder.resolve("trials"))
                        .with(Map.of(
                                "slots",
                                "1",
                                "slot-directory",
                                folder.resolve("slots").toString())));
        Builder builder = only(plugins, BuilderFactory.class, "git", context(folder.resolve("trees")));
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), Clock.systemUTC())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job))
                    .scheduler(scheduler)
                    .builder(builder)
                    .advisors(List.of(advisor))
                    .plugins(plugins, context(folder.resolve("plugins")))
                    .gate(new ScriptedGate())
                    .policy(policy)
                    .directory(folder.resolve("own"))
                    .build();
            CycleReport cycle = loop.runCycle();
            while (!cycle.isIdle()) {
                loop.await(Duration.ofSeconds(2));
                cycle = loop.runCycle();
            }
            return new SlowLoop(program, folder, repository, cycle.view());
        }
    }

    private static List<SourceEdit> edits(Plugins plugins, Path folder, Path repository, SlowProgram program)
            throws IOException {
        return plugins.createReady(SiteFinderFactory.class, context(folder.resolve("finders"))).stream()
                .flatMap(finder -> finder.edits(repository, program.program(), SourceLimits.DEFAULT).stream())
                .filter(edit -> !edit.needsDevice())
                .toList();
    }

    private static Contribution contribution(SourceEdit edit) {
        List<String> files = edit.places().stream()
                .map(place -> place.substring(0, place.lastIndexOf(':')))
                .distinct()
                .toList();
        return new Contribution(
                edit.name(),
                new PatchChange(edit.diff(), files),
                edit.addresses(),
                OptionalDouble.empty(),
                Optional.of(edit.idea()));
    }

    private static PluginSettings context(Path directory) throws IOException {
        return PluginSettings.in(directory, Clock.systemUTC(), SEED);
    }

    private static <T> T only(
            Plugins plugins,
            Class<? extends dev.amdahl.spi.PluginFactory<T>> kind,
            String name,
            PluginContext context) {
        return plugins.create(kind, name, context);
    }

    /** Returns everything that was tried. */
    List<Dossier> tried() {
        return view.dossiers();
    }

    List<Dossier> won() {
        return view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .toList();
    }

    static boolean isByCodemod(Dossier dossier) {
        return dossier.hypothesis().provenance().origin() == Provenance.Origin.HUMAN;
    }

    /** One line for each thing that was tried. */
    String table() {
        StringBuilder rows = new StringBuilder();
        for (Dossier dossier : tried()) {
            rows.append(String.format(
                    "  %-10s %-30s %-14s %3d pairs  %s%n",
                    isByCodemod(dossier)
                            ? "codemod"
                            : dossier.hypothesis().provenance().source(),
                    dossier.hypothesis().title(),
                    dossier.state(),
                    view.runsOf(dossier.id()).size(),
                    dossier.reason().lines().findFirst().orElse("")));
        }
        return rows.toString();
    }

    /**
     * Returns why a win is none: the changed program fails its tests, prints something else for inputs that no trial saw, or takes as much
     * processor time; empty for a true one.
     */
    Optional<String> flaw(Dossier won) throws IOException, InterruptedException {
        PatchChange patch = (PatchChange) won.hypothesis().change();
        Path changed = folder.resolve("changed-" + won.id());
        // A clone has nothing that was built before the change, which make would take for up to date.
        SlowProgram.run(folder, "git", "clone", "-q", repository.toString(), changed.toString());
        Path diff = java.nio.file.Files.writeString(folder.resolve(won.id() + ".patch"), patch.diff());
        SlowProgram.run(changed, "git", "apply", diff.toString());
        try {
            SlowProgram.run(changed, "sh", "-e", "check.sh");
        } catch (IOException failed) {
            return Optional.of("fails its tests: " + failed.getMessage());
        }
        for (String input : List.of("2", "999", "5003")) {
            if (!output(repository, input).equals(output(changed, input))) {
                return Optional.of("prints something else for the input " + input);
            }
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            double before = seconds(repository);
            ratios.add(seconds(changed) / before);
        }
        double median = ratios.stream().sorted().skip(2).findFirst().orElseThrow();
        return median < .97 ? Optional.empty() : Optional.of(String.format("takes %.2f of the processor time", median));
    }

    private String output(Path tree, String input) throws IOException, InterruptedException {
        return SlowProgram.run(
                tree,
                Stream.concat(program.command().stream(), Stream.of(input)).toArray(String[]::new));
    }

    /** Processor time of one run, its children included. */
    private double seconds(Path tree) throws IOException, InterruptedException {
        String times = SlowProgram.run(tree, "bash", "-c", String.join(" ", program.job()) + " >/dev/null; times");
        double all = 0;
        for (String time : times.lines().reduce("", (one, last) -> last).split(" ", -1)) {
            int minutes = time.indexOf('m');
            all += 60 * Double.parseDouble(time.substring(0, minutes))
                    + Double.parseDouble(time.substring(minutes + 1, time.length() - 1));
        }
        return all;
    }
}
