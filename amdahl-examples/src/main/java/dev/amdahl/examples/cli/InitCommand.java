package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.examples.cli.fleet.FleetFamilies;
import dev.amdahl.examples.cli.fleet.FleetOptions;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.examples.init.FleetRun;
import dev.amdahl.examples.init.FoundJob;
import dev.amdahl.examples.init.JobSurvey;
import dev.amdahl.examples.init.PythonSteps;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuilderFactory;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;
import dev.amdahl.spi.hypothesis.LeverTemplate;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SiteFinderFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code init -- COMMAND}: a jobs file from a job as it stands. */
@Command(
        name = "init",
        description = {
            "Write a jobs file for a command: what may be tried, how its work is counted, what must stay the same.",
            "The command is run twice, briefly; --dry runs nothing.",
            "Changes of the code that may be tried are written as patches to amdahl.changes.",
            "A Slurm batch script or a Kubernetes manifest may be given instead of the command.",
            "--fleet reads the jobs that waste most, and runs none."
        },
        footer = {
            "  amdahl init -- python3 train.py --epochs 1",
            "  amdahl init train.sbatch",
            "  amdahl init --fleet slurm:submission=true --top 3"
        })
final class InitCommand extends CliCommand {
    private static final Path WORK = Path.of("amdahl.init");
    private static final String LINES = """
            In the script:

                import amdahl_steps

                amdahl_steps.seed()
                for batch in amdahl_steps.steps(loader):
                    loss = train(batch)
                amdahl_steps.metric(loss=float(loss))

            Outside trials they do nothing.
            """;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "The command that starts the job, after --; or its batch script.")
    private List<String> words = List.of();

    @Option(names = "--dry", description = "Read only, and run nothing.")
    private boolean dry;

    @Option(
            names = "--max-seconds",
            paramLabel = "N",
            defaultValue = "120",
            description = "Stop each of the two runs after this long; default ${DEFAULT-VALUE}.")
    private int maxSeconds;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            defaultValue = JobsFile.USUAL,
            description = "The jobs file to write; default ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Option(names = "--force", description = "Replace an existing jobs file.")
    private boolean force;

    @Option(names = "--show", description = "Write no jobs file: it is the answer, and with --json its 'text'.")
    private boolean show;

    @Option(
            names = "--python-helper",
            paramLabel = "FOLDER",
            description =
                    "Write amdahl_steps.py there, for three lines that time steps and write a trace; nothing else.")
    private @Nullable Path helper;

    @Mixin
    private FleetOptions fleet = new FleetOptions();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "5",
            description = "With --fleet: how many of the families that waste most; default ${DEFAULT-VALUE}.")
    private int top;

    @Option(names = "--family", paramLabel = "NAME", description = "With --fleet: this family only.")
    private @Nullable String family;

    @Override
    public Answer answer() throws IOException {
        if (helper != null) {
            return ofHelper(helper);
        }
        Duration limit = Duration.ofSeconds(Options.atLeast("--max-seconds", maxSeconds, 1));
        if (Files.exists(output) && !force && !show) {
            throw new InvalidInputException(
                    output.toString(), "is there already", "name another with --output, or add --force to replace it");
        }
        JobSurvey survey = survey();
        Path here = Path.of("").toAbsolutePath();
        if (fleet.isGiven()) {
            return ofFleet(survey);
        }
        FoundJob found = dry
                ? survey.read(words, here, output)
                : survey.run(words, here, output, limit, here.resolve(WORK), this::remark);
        ObjectNode json = found.json();
        return Answer.of(json, found.text() + written(found.file(), found.patches(), json) + helped(found));
    }

    private Answer ofHelper(Path folder) throws IOException {
        if (!words.isEmpty() || fleet.isGiven()) {
            throw new InvalidInputException(
                    "init", "--python-helper and a job are given", "write the helper in a call of its own");
        }
        String file = PythonSteps.write(folder, force).toString();
        return Answer.of(Json.object().put("helper", file), "wrote " + file + "\n\n" + LINES);
    }

    /** Writes what was found, unless it is only to be shown; says so. */
    private String written(String jobs, Map<String, String> patches, ObjectNode json) throws IOException {
        json.put("file", output.toString());
        if (show) {
            json.put("text", jobs).set("patches", Json.tree(patches));
            return "\n" + jobs;
        }
        Path beside = Optional.ofNullable(output.toAbsolutePath().getParent()).orElse(Path.of(""));
        for (Map.Entry<String, String> patch : patches.entrySet()) {
            Path file = beside.resolve(patch.getKey());
            Files.createDirectories(file.getParent());
            AtomicFiles.write(file, patch.getValue().getBytes(StandardCharsets.UTF_8));
        }
        AtomicFiles.write(output, jobs.getBytes(StandardCharsets.UTF_8));
        JobsFile.read(output);
        return "\nwrote " + output + "\nnext: " + next() + "\n";
    }

    /** Reads the jobs of a fleet, each as its newest run was started; none is run. */
    private Answer ofFleet(JobSurvey survey) throws IOException {
        if (!words.isEmpty()) {
            throw new InvalidInputException("init", "--fleet and a command are given", "give one of them");
        }
        FleetFamilies families = new FleetFamilies(fleet.all(this::plugins, Clock.systemUTC(), seed()));
        List<FoundJob> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (FleetJob run : families.newest(family == null ? Options.atLeast("--top", top, 1) : 0, family)) {
            try {
                FleetRun started = FleetRun.of(run);
                found.add(survey.read(started.words(), started.directory(), output)
                        .ofFleet(run));
            } catch (InvalidInputException untold) {
                missing.add(run.family() + ": " + untold.getMessage());
            }
        }
        String lines = String.join("\n", missing);
        if (found.isEmpty()) {
            throw new InvalidInputException(
                    "--fleet",
                    lines.isEmpty() ? "has no such family" : "no job can be read: " + String.join("; ", missing),
                    "see docs/init.md");
        }
        ObjectNode json = Json.object();
        json.set("jobs", Json.array(found, FoundJob::json));
        json.set("missing", Json.texts(missing));
        String text = found.stream().map(FoundJob::text).collect(Collectors.joining("\n"));
        return Answer.of(
                json,
                text
                        + (lines.isEmpty() ? "" : "\n" + lines + "\n")
                        + written(FoundJob.file(found, "a fleet"), Map.of(), json));
    }

    private JobSurvey survey() {
        PluginSettings settings = new PluginSettings(Clock.systemUTC(), new SplittableRandom(1), Path.of(""), Map.of());
        List<LeverTemplate> templates = plugins().createReady(IdeaSourceFactory.class, settings).stream()
                .flatMap(source -> source.templates().stream())
                .toList();
        List<SiteFinder> finders = plugins().createReady(SiteFinderFactory.class, settings);
        Optional<Builder> builder =
                plugins().createReady(BuilderFactory.class, settings).stream().findFirst();
        return new JobSurvey(templates, finders, builder, Runtime.getRuntime().availableProcessors());
    }

    /** Returns how a script in Python gets the time of its steps. */
    private String helped(FoundJob found) {
        return found.isPython() && !show
                ? "to time each step of the script: amdahl init --python-helper " + Shell.quoted(found.directory())
                        + "\n"
                : "";
    }

    private String next() {
        boolean isUsual = output.equals(Path.of(JobsFile.USUAL));
        String file = isUsual ? "" : " --jobs " + Shell.quoted(output.toString()) + " --ledger ./amdahl";
        return "amdahl plan" + file + " (hours and money; runs nothing), then amdahl loop" + file + " --until-idle";
    }
}
