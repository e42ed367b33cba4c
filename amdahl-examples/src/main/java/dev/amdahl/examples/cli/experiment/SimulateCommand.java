package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.simulation.Benchmark;
import dev.amdahl.core.internal.simulation.Designs;
import dev.amdahl.core.internal.simulation.NoiseModel;
import dev.amdahl.core.internal.simulation.RuleScore;
import dev.amdahl.core.internal.simulation.Worlds;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Design;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code simulate --seeds N}: decision rules beside each other on a simulated fleet. */
@Command(
        name = "simulate",
        description = "Compare this library's decision rule with others on simulated experiments whose truth is known.",
        footer = {
            "  amdahl simulate --seeds 1000 --markdown",
            "  amdahl simulate --worlds --seeds 1000",
            "  amdahl simulate --design field --seeds 1000"
        })
public final class SimulateCommand extends CliCommand {
    private static final String NOISE_FOLDER = "stats/noise";

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Experiments without effect, as many with each planted win, and as many in a programme"
                    + " where one change in ten helps; default ${DEFAULT-VALUE}.")
    private int seeds = 1000;

    @Option(names = "--model", paramLabel = "S|azure", description = "The noise; default ${DEFAULT-VALUE}.")
    private String model = "S";

    @Option(
            names = "--noise",
            paramLabel = "DIR",
            description = "Folder of azure_*.csv.gz; default $AMDAHL_DATA/" + NOISE_FOLDER + ".")
    private @Nullable Path noise;

    @Option(
            names = "--worlds",
            description = "This library's rule alone, where jobs fail now and then, readings are lost, hosts are cold:"
                    + " false accepts beside false refusals.")
    private boolean worlds;

    @Option(
            names = "--design",
            paramLabel = "whole|probe|windows|field|all",
            description =
                    "What a verdict on a job of one hour costs by this source of pairs, and how often it is wrong.")
    private @Nullable String design;

    @Option(
            names = "--prior",
            paramLabel = "cluster|local",
            description = "With --worlds: the spread that the loop expects there; default ${DEFAULT-VALUE}.")
    private String prior = "cluster";

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description =
                    "With --worlds: maximum number of pairs, half of them to confirm; default ${DEFAULT-VALUE}, at"
                            + " least " + EvidencePolicy.MIN_PAIRS + ". ab runs 40 unless told otherwise.")
    private int pairs = 120;

    @Option(names = "--markdown", description = "Print Markdown tables.")
    private boolean markdown;

    @Override
    public Answer answer() {
        Options.atLeast("--seeds", seeds, 1);
        NoiseModel chosen = model();
        Clock clock = Clock.systemUTC();
        Instant start = clock.instant();
        AtomicInteger done = new AtomicInteger();
        if (design != null) {
            return designs(design, clock);
        }
        if (worlds) {
            return worlds(chosen, clock);
        }
        List<RuleScore> scores;
        try (Bar bar = Bar.of("experiments", seeds)) {
            scores = new Benchmark(chosen, seeds, seed(), EvidencePolicy.DEFAULT)
                    .run(more -> bar.at(done.addAndGet(more)));
        }
        double seconds = Duration.between(start, clock.instant()).toMillis() / 1000.0;
        ObjectNode json = SimulationTable.json(scores).put("experiments", seeds).put("model", chosen.name());
        json.put("seed", seed()).put("seconds", seconds);
        return Answer.of(json, markdown ? SimulationTable.markdown(scores) : SimulationTable.text(scores));
    }

    private Answer worlds(NoiseModel chosen, Clock clock) {
        Instant start = clock.instant();
        AtomicInteger done = new AtomicInteger();
        Options.atLeast("--pairs", pairs, EvidencePolicy.MIN_PAIRS);
        Worlds simulation = new Worlds(chosen, seeds, seed(), EvidencePolicy.DEFAULT.withPairs(pairs), isCluster());
        List<Worlds.Score> scores;
        try (Bar bar = Bar.of("experiments", (long) seeds * Worlds.cells())) {
            scores = simulation.run(more -> bar.at(done.addAndGet(more)));
        }
        double seconds = Duration.between(start, clock.instant()).toMillis() / 1000.0;
        ObjectNode json = WorldTable.json(scores).put("experiments", seeds).put("model", chosen.name());
        json.put("prior", prior).put("pairs", pairs).put("seed", seed()).put("seconds", seconds);
        return Answer.of(json, WorldTable.lines(scores, markdown));
    }

    private Answer designs(String named, Clock clock) {
        List<Design> designs = Arrays.stream(Design.values())
                .filter(one -> named.equals("all") || named.equals(one.label()))
                .toList();
        if (designs.isEmpty()) {
            throw new InvalidInputException(
                    "--design", "unknown design '" + named + "'", "write whole, probe, windows, field or all");
        }
        Instant start = clock.instant();
        AtomicInteger done = new AtomicInteger();
        List<Designs.Score> scores;
        try (Bar bar = Bar.of("experiments", (long) seeds * Designs.cells(designs))) {
            scores = new Designs(seeds, seed(), EvidencePolicy.DEFAULT)
                    .run(designs, more -> bar.at(done.addAndGet(more)));
        }
        double seconds = Duration.between(start, clock.instant()).toMillis() / 1000.0;
        ObjectNode json = DesignTable.json(scores).put("experiments", seeds).put("model", model);
        json.put("seed", seed()).put("seconds", seconds);
        return Answer.of(json, DesignTable.lines(scores, markdown));
    }

    private boolean isCluster() {
        return switch (prior) {
            case "cluster" -> true;
            case "local" -> false;
            default ->
                throw new InvalidInputException("--prior", "unknown prior '" + prior + "'", "write cluster or local");
        };
    }

    private NoiseModel model() {
        return switch (model) {
            case "S" -> NoiseModel.synthetic();
            case "azure" -> NoiseModel.measured(noise == null ? measured() : noise);
            default -> throw new InvalidInputException("--model", "unknown model '" + model + "'", "write S or azure");
        };
    }

    private static Path measured() {
        String data = System.getenv("AMDAHL_DATA");
        if (data == null) {
            throw new InvalidInputException(
                    "--noise",
                    "no folder of measured noise is named",
                    "name the folder of the azure_*.csv.gz series, or the folder above " + NOISE_FOLDER
                            + " by AMDAHL_DATA");
        }
        return Path.of(data).resolve(NOISE_FOLDER);
    }
}
