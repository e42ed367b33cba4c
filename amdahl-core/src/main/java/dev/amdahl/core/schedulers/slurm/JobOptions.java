package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.trial.TrialScript;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ShellWords;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words the job of a trial for {@code sbatch}. */
final class JobOptions {
    static final String NAME_PREFIX = "amdahl-";
    private static final String NO_ACCELERATOR = "none";

    /** What a script needs beside its arms: digests, stopping what hangs, file systems that are slow. */
    private static final Duration BESIDE = Duration.ofMinutes(2);

    private final TrialRequest request;
    private final SlurmSettings.JobSettings settings;
    private final JobWords own;

    private JobOptions(TrialRequest request, SlurmSettings.JobSettings settings, JobWords own) {
        this.request = request;
        this.settings = settings;
        this.own = own;
    }

    static String name(String key) {
        return NAME_PREFIX + key;
    }

    /** @throws InvalidInputException if the job asks for what is not known here */
    static JobOptions of(TrialRequest request, SlurmSettings.JobSettings settings) {
        return new JobOptions(request, settings, JobWords.of(request));
    }

    /** Returns the hosts that the job runs on under no circumstances, divided by commas; empty text for none. */
    String excluded() {
        return Stream.concat(settings.excluded().stream(), own.excluded().stream())
                .collect(Collectors.joining(","));
    }

    /**
     * Returns all words but the command itself.
     *
     * @param after jobs that use the same directory and must end first
     * @param avoided hosts to leave out as long as that costs little
     */
    List<String> words(SlurmTrial trial, Collection<String> after, Collection<String> avoided) {
        List<String> words = new ArrayList<>(List.of(
                "--parsable",
                "--job-name=" + name(request.key()),
                "--comment=amdahl:key=" + request.key(),
                "--export=ALL",
                "--no-requeue",
                "--nodes=" + request.accelerators().nodes(),
                "--ntasks=" + request.accelerators().nodes(),
                "--chdir=" + trial.path(),
                "--output=trial.log",
                "--error=trial.log",
                "--open-mode=append",
                "--time=" + minutes(settings.timeLimit().orElseGet(() -> limit(request)))));
        gres(request.accelerators(), settings).ifPresent(gres -> words.add("--gres=" + gres));
        words.add("--dependency=singleton"
                + after.stream().map(job -> ",afterany:" + job).collect(Collectors.joining()));
        String left = Stream.concat(Stream.of(excluded()), avoided.stream())
                .filter(host -> !host.isEmpty())
                .collect(Collectors.joining(","));
        if (!left.isEmpty()) {
            words.add("--exclude=" + left);
        }
        words.addAll(settings.options());
        words.addAll(own.options());
        words.add("--wrap=unset SLURM_JWT; " + own.container(trial.path()) + "exec sh "
                + ShellWords.quote(trial.script().toString()));
        return words;
    }

    private static Optional<String> gres(Accelerators accelerators, SlurmSettings.JobSettings settings) {
        String count = Integer.toString(accelerators.perNode());
        String gres = settings.gres().getOrDefault(accelerators.type(), "gpu:" + accelerators.type() + ":{count}");
        boolean isNone = gres.isEmpty()
                || (accelerators.type().equals(NO_ACCELERATOR)
                        && !settings.gres().containsKey(NO_ACCELERATOR));
        return isNone ? Optional.empty() : Optional.of(gres.replace("{count}", count));
    }

    private static Duration limit(TrialRequest request) {
        return TrialScript.limits(request).reduce(BESIDE, Duration::plus);
    }

    private static long minutes(Duration limit) {
        return Math.max(1, limit.plusSeconds(59).toMinutes());
    }

    /** Hosts as Slurm names them; what cannot be a name is left out. */
    static List<String> avoided(TrialRequest request) {
        return request.avoidedHosts().stream()
                .map(host -> host.contains(".") ? host.substring(0, host.indexOf('.')) : host)
                .filter(host -> host.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}"))
                .sorted()
                .distinct()
                .toList();
    }
}
