package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Noise of real machines: a moving-block bootstrap of measured series of unchanged benchmarks. An experiment draws one series;
 * each stretch of 20 trials is a block of 40 consecutive runs of one machine, adjacent runs making a trial; the confirmation
 * draws other blocks than the first set. Immutable and thread-safe.
 */
public final class AzureModel implements NoiseModel {
    private static final int PAIRS_PER_BLOCK = 20;
    private static final int BLOCK = 2 * PAIRS_PER_BLOCK;
    private static final int MIN_SERIES = 4 * BLOCK;
    private static final double LOG_SECONDS = Math.log(600);

    private static final int SERIES_PLACE = 1;
    private static final int PAIR_PLACE = 2;
    private static final int ALLOCATION_PLACE = 3;

    private final List<NoiseSeries> series;

    private AzureModel(List<NoiseSeries> series) {
        this.series = List.copyOf(series);
    }

    /**
     * Returns the model of all {@code azure_*.csv.gz} of a folder.
     *
     * @throws InvalidInputException if the folder holds none, or one cannot be read
     */
    public static AzureModel read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw missing(folder, "there is no such folder");
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<NoiseSeries> series = files.filter(AzureModel::isSeries)
                    .sorted()
                    .map(file -> NoiseSeries.read(file, MIN_SERIES, isTime(file)))
                    .map(AzureModel::centred)
                    .toList();
            if (series.isEmpty()) {
                throw missing(folder, "the folder holds no azure_*.csv.gz");
            }
            return new AzureModel(series);
        } catch (IOException e) {
            throw missing(folder, "cannot be read: " + e.getMessage());
        }
    }

    private static InvalidInputException missing(Path folder, String problem) {
        return new InvalidInputException(
                folder.toString(),
                problem,
                "name the folder of the azure_*.csv.gz series by --noise DIR, or their collection by AMDAHL_DATA");
    }

    private static boolean isSeries(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("azure_") && name.endsWith(".csv.gz");
    }

    /** Thread creation is measured in time per event, everything else in events per time. */
    private static boolean isTime(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).contains("osbench");
    }

    private static NoiseSeries centred(NoiseSeries measured) {
        double[] all =
                measured.machines().stream().flatMapToDouble(Arrays::stream).toArray();
        double shift = LOG_SECONDS - Summary.median(all);
        return new NoiseSeries(
                measured.name(),
                measured.machines().stream()
                        .map(machine -> Arrays.stream(machine)
                                .map(value -> value + shift)
                                .toArray())
                        .toList());
    }

    @Override
    public String name() {
        return "azure";
    }

    @Override
    public RawPair pair(long experiment, int set, int index) {
        int within = 2 * ((index - 1) % PAIRS_PER_BLOCK);
        SplittableRandom block = Seeds.at(experiment, PAIR_PLACE, set, (index - 1) / PAIRS_PER_BLOCK);
        List<double[]> machines = machines(experiment);
        int machine = block.nextInt(machines.size());
        double[] runs = machines.get(machine);
        int start = start(runs, block);
        return new RawPair(machine, 0, runs[start + within], runs[start + within + 1], 0);
    }

    @Override
    public double run(long experiment, int allocation, int run) {
        SplittableRandom block = Seeds.at(experiment, ALLOCATION_PLACE, allocation, run / BLOCK);
        List<double[]> machines = machines(experiment);
        double[] runs = machines.get(block.nextInt(machines.size()));
        return runs[start(runs, block) + run % BLOCK];
    }

    private List<double[]> machines(long experiment) {
        return series.get(Seeds.at(experiment, SERIES_PLACE).nextInt(series.size()))
                .machines();
    }

    private static int start(double[] runs, SplittableRandom block) {
        return block.nextInt(runs.length - BLOCK + 1);
    }
}
