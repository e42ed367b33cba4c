package dev.amdahl.examples.fleet;

import dev.amdahl.core.Plugins;
import dev.amdahl.spi.Availability;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lays out the quickstart's folder: the jobs file, the repository of the job that is built, and its patch. */
public final class FleetJobs {
    private FleetJobs() {}

    /** Returns the fleet as the quickstart runs it, without the job that is built. */
    public static List<FleetFamily> planted() {
        return List.of(
                new FleetFamily(
                        "clickstream-train",
                        PlantedCause.INPUT,
                        84,
                        List.of(OfferedChange.WORKERS, OfferedChange.PREFETCH_DEPTH)),
                new FleetFamily("ranker-train", PlantedCause.SYNC, 70, List.of(OfferedChange.METRIC_EVERY)),
                new FleetFamily(
                        "forecast-train",
                        PlantedCause.CHECKPOINT,
                        56,
                        List.of(OfferedChange.CHECKPOINT_MODE, OfferedChange.CHECKPOINT_PRECISION)),
                new FleetFamily(
                        "pose-eval",
                        PlantedCause.WAKE_UPS,
                        168,
                        List.of(OfferedChange.POOL_THREADS, OfferedChange.SAMPLE_RATE, OfferedChange.KERNEL_ORDER)));
    }

    /** Ready if the job that is built can be laid out, whose source is a git repository; it is left out elsewhere. */
    public static Availability builtJob() {
        return Plugins.discover().all().stream()
                .filter(plugin ->
                        plugin.kind().equals("builder") && plugin.name().equals("git"))
                .findFirst()
                .orElseThrow()
                .availability();
    }

    /** Returns the Python that runs the job that trains with PyTorch; empty if none here imports it, and the job is left out. */
    public static Optional<String> trainingPython() {
        return TorchJob.python();
    }

    /** Returns the families of {@link #writeJobsFile(Path)}, the job that is built last. */
    public static List<String> families() {
        List<String> all =
                new ArrayList<>(planted().stream().map(FleetFamily::name).toList());
        trainingPython().ifPresent(python -> all.add(TorchJob.NAME));
        if (builtJob().isReady()) {
            all.add(EmbedBatchRepository.NAME);
        }
        return List.copyOf(all);
    }

    /**
     * Writes {@code jobs.yaml} for the planted fleet, the job that trains and the one that is built where they can run, and what it refers to, into {@code folder}; safe to repeat.
     *
     * @return the jobs file
     * @throws IOException if the folder cannot be written, or git or the Java compiler fails
     */
    public static Path writeJobsFile(Path folder) throws IOException {
        return write(folder, planted(), trainingPython());
    }

    /**
     * Writes {@code jobs.yaml} for {@code families} and, where there is git, the job that is built.
     *
     * @return the jobs file
     * @throws IOException if the folder cannot be written, or git or the Java compiler fails
     */
    public static Path writeJobsFile(Path folder, List<FleetFamily> families) throws IOException {
        return write(folder, families, Optional.empty());
    }

    private static Path write(Path folder, List<FleetFamily> families, Optional<String> python) throws IOException {
        Path root = Files.createDirectories(folder.toAbsolutePath());
        JavaTools tools = new JavaTools(Path.of(System.getProperty("java.home")), classPath());
        JobsYaml yaml = new JobsYaml(tools);
        String text = yaml.text(families);
        if (python.isPresent()) {
            TorchJob.layOut(root);
            text += yaml.trained(python.get());
        }
        if (builtJob().isReady()) {
            EmbedBatchRepository.layOut(root, tools);
            text += yaml.built();
        }
        return Files.writeString(root.resolve("jobs.yaml"), text);
    }

    /** Returns the place that this package's classes were loaded from: a folder, or the jar of the command line. */
    static Path classPath() {
        try {
            return Path.of(FleetJobs.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of the fleet's classes is not a file", e);
        }
    }
}
