package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ShellWords;
import dev.amdahl.spi.experiment.TrialRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one job asks of Slurm, beside what all jobs do and after it, so that its own words count.
 *
 * @param options for {@code sbatch}
 * @param excluded hosts that it does not run on, divided by commas
 * @param containers for the {@code srun} that starts its command, as the plugin pyxis adds them; none for no container
 */
record JobWords(List<String> options, Optional<String> excluded, List<String> containers) {
    /** Names and ranges of hosts, as Slurm writes lists of them. */
    static final String HOSTS = "[A-Za-z0-9_.,\\[\\]-]+";

    private static final String PREFIX = SlurmScheduler.NAME + ".";
    private static final String NAME = "[A-Za-z0-9_.:,@+-]+";
    private static final String COUNT = "[1-9][0-9]{0,5}";
    private static final String IMAGE = "[A-Za-z0-9_.:,@+#%=/-]+";
    private static final String EXCLUDE = "exclude";
    private static final String TASKS = "tasks-per-node";

    /** What a value must match, by name: those of an option of {@code sbatch}. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("partition", NAME),
            Map.entry("account", NAME),
            Map.entry("qos", NAME),
            Map.entry("reservation", NAME),
            Map.entry("constraint", "[A-Za-z0-9_.:,&|*()\\[\\]-]+"),
            Map.entry("exclusive", "|user|mcs"),
            Map.entry(EXCLUDE, HOSTS),
            Map.entry(TASKS, COUNT),
            Map.entry("cpus-per-task", COUNT),
            Map.entry("mem", "0|[1-9][0-9]{0,8}[KMGT]?"),
            Map.entry("container-image", IMAGE),
            Map.entry("container-mounts", IMAGE),
            Map.entry("container-mount-home", ""));

    /** @throws InvalidInputException if a setting for Slurm is not known, or its value cannot be one */
    static JobWords of(TrialRequest request) {
        List<String> options = new ArrayList<>();
        List<String> containers = new ArrayList<>();
        Map<String, String> settings = new TreeMap<>(request.settings());
        settings.keySet().removeIf(name -> !name.startsWith(PREFIX));
        settings.forEach((key, value) -> {
            String name = key.substring(PREFIX.length());
            String pattern = VALUES.get(name);
            String place = "slurm, job " + request.family();
            if (pattern == null) {
                throw new InvalidInputException(place, name + " is not known", "use " + new TreeMap<>(VALUES).keySet());
            }
            if (!value.matches(pattern)) {
                throw new InvalidInputException(place, name + " is '" + value + "'", "it must match " + pattern);
            }
            String word = "--" + name + (value.isEmpty() ? "" : "=" + value);
            if (name.startsWith("container-")) {
                containers.add(word);
            } else if (name.equals(TASKS)) {
                options.add("--ntasks=" + request.accelerators().nodes() * Integer.parseInt(value));
                options.add("--ntasks-per-node=" + value);
            } else if (!name.equals(EXCLUDE)) {
                options.add(word);
            }
        });
        if (!containers.isEmpty() && !settings.containsKey(PREFIX + "container-image")) {
            throw new InvalidInputException(
                    "slurm, job " + request.family(), "a container without an image", "add container-image");
        }
        return new JobWords(
                List.copyOf(options), Optional.ofNullable(settings.get(PREFIX + EXCLUDE)), List.copyOf(containers));
    }

    /** Returns what tells the script of a trial of the container that its command runs in, which sees the trial's folder; empty text without one. */
    String container(Path trial) {
        if (containers.isEmpty()) {
            return "";
        }
        if (!trial.toString().matches(IMAGE)) {
            throw new InvalidInputException(
                    trial.toString(),
                    "this path cannot be mounted in a container",
                    "name another --trial-root, without spaces");
        }
        String mounts = "--container-mounts=";
        List<String> words = new ArrayList<>(containers);
        words.removeIf(word -> word.startsWith(mounts));
        String own = containers.stream()
                .filter(word -> word.startsWith(mounts))
                .map(word -> "," + word.substring(mounts.length()))
                .findFirst()
                .orElse("");
        words.add(mounts + trial + ":" + trial + own);
        return "export AMDAHL_SRUN=" + ShellWords.quote(String.join(" ", words)) + "; ";
    }
}
