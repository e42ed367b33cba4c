package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.Phase;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Judges how runs stand by their folders and by what Slurm tells of their jobs: the folder comes first, and what nobody tells is
 * unknown. Thread-safe.
 */
final class RunPoller {
    private static final Logger LOG = LoggerFactory.getLogger(RunPoller.class);
    private static final String NOT_THERE = "ReqNodeNotAvail";

    /** How long a job that never started may be unknown to a queue that answers. */
    private static final Duration UNSTARTED = Duration.ofSeconds(10);

    private final SlurmSettings settings;
    private final SlurmLink link;
    private final SlurmView view;
    private volatile String told = "";

    RunPoller(SlurmSettings settings, SlurmLink link, SlurmView view) {
        this.settings = settings;
        this.link = link;
        this.view = view;
    }

    /** As the folder says; unknown if it cannot be read, empty if Slurm must be asked. */
    static Optional<RunStatus> settled(SlurmTrial trial) {
        try {
            return trial.settled();
        } catch (IOException e) {
            LOG.warn("status of {} not known: {}", trial.path(), e.toString());
            return Optional.of(RunStatus.UNKNOWN);
        }
    }

    /** Of trials that their folders do not settle, by key; none of what Slurm does not tell. */
    Map<String, RunStatus> statuses(Collection<SlurmTrial> trials) {
        Map<String, RunStatus> statuses = new HashMap<>();
        if (trials.isEmpty()) {
            return statuses;
        }
        try {
            Map<String, List<SlurmJob>> queue = view.queue();
            told = "";
            List<SlurmTrial> gone =
                    trials.stream().filter(trial -> of(queue, trial).isEmpty()).toList();
            Map<String, List<SlurmJob>> told = gone.isEmpty() ? Map.of() : accounting(gone);
            for (SlurmTrial trial : trials) {
                Optional<SlurmJob> queued = of(queue, trial);
                statuses.put(trial.key(), judged(trial, queued, queued.isPresent() ? queued : of(told, trial)));
            }
        } catch (AmdahlException e) {
            Level level = String.valueOf(e.getMessage()).equals(told) ? Level.DEBUG : Level.WARN;
            told = String.valueOf(e.getMessage());
            LOG.atLevel(level).log("{} runs are unknown for now: {}", trials.size(), told);
        }
        return statuses;
    }

    private static Optional<SlurmJob> of(Map<String, List<SlurmJob>> jobs, SlurmTrial trial) {
        return SlurmView.newest(jobs.getOrDefault(JobOptions.name(trial.key()), List.of()));
    }

    private Map<String, List<SlurmJob>> accounting(List<SlurmTrial> trials) {
        return view.accounting(trials.stream()
                        .map(trial -> JobOptions.name(trial.key()))
                        .toList())
                .orElse(Map.of());
    }

    private RunStatus judged(SlurmTrial trial, Optional<SlurmJob> queued, Optional<SlurmJob> told) {
        try {
            if (told.isPresent() && trial.job().isEmpty()) {
                trial.found(told.get().id());
            }
            RunStatus status = judge(trial, queued, told);
            // What the script wrote while Slurm was asked.
            return trial.settled().orElse(status);
        } catch (IOException e) {
            LOG.warn("status of {} not known: {}", trial.path(), e.toString());
            return RunStatus.UNKNOWN;
        }
    }

    private RunStatus judge(SlurmTrial trial, Optional<SlurmJob> queued, Optional<SlurmJob> told) throws IOException {
        if (told.isEmpty() || (queued.isEmpty() && told.get().phase().isLive())) {
            return trial.job().isEmpty()
                    ? RunStatus.UNKNOWN
                    : awaited(trial, "Slurm no longer knows job " + trial.job().get());
        }
        SlurmJob job = told.get();
        boolean wasRestarted = job.restarts() > 0 && trial.isClaimed();
        switch (wasRestarted ? Phase.BROKEN : job.phase()) {
            case WAITING -> {
                trial.isNotMissing();
                dropWish(trial, job);
                return RunStatus.QUEUED;
            }
            case ACTIVE -> {
                trial.isNotMissing();
                return RunStatus.RUNNING;
            }
            case FINISHED -> {
                return awaited(trial, job.told() + ", and left no result" + end(trial));
            }
            case BROKEN -> {
                return wasRestarted ? failed(trial, job.told()) : broken(trial, job);
            }
            case CANCELLED -> {
                if (!trial.hasRecord()) {
                    trial.tidy();
                    trial.cancel();
                }
                return RunStatus.CANCELLED;
            }
            case UNKNOWN -> LOG.warn("{}: a state that is not known here", job.told());
        }
        return RunStatus.UNKNOWN;
    }

    /**
     * Returns a result that may still show on a file system that is slow to: unknown for a while, then failed. Of a job that never started
     * nothing can show; a controller that dies may forget one that it has just taken.
     */
    private RunStatus awaited(SlurmTrial trial, String reason) throws IOException {
        Instant now = settings.commands().clock().instant();
        Duration since = Duration.between(trial.missingSince(now), now);
        Duration grace = trial.isClaimed() || settings.grace().compareTo(UNSTARTED) < 0 ? settings.grace() : UNSTARTED;
        return since.compareTo(grace) < 0 ? RunStatus.UNKNOWN : failed(trial, reason);
    }

    /** Returns a limit on memory or time that ends the job ends the arm that ran: a fact about that arm, as an exit code is. */
    private static RunStatus broken(SlurmTrial trial, SlurmJob job) throws IOException {
        boolean isTime = job.states().contains("TIMEOUT") || job.states().contains("DEADLINE");
        if (!isTime && !job.states().contains("OUT_OF_MEMORY")) {
            return failed(trial, job.told());
        }
        if (job.states().contains("COMPLETING")) {
            return RunStatus.RUNNING;
        }
        int code = isTime ? TrialFolder.OUT_OF_TIME : TrialFolder.OUT_OF_MEMORY;
        if (trial.hasRecord() || trial.folder().endArm(Optional.empty(), code, job.told())) {
            trial.tidy();
            return RunStatus.DONE;
        }
        return failed(trial, job.told());
    }

    /** For good: a script that has not started by now never will. */
    private static RunStatus failed(SlurmTrial trial, String reason) throws IOException {
        if (trial.hasRecord()) {
            return RunStatus.UNKNOWN;
        }
        boolean neverStarted = trial.claim();
        trial.fail(reason + (neverStarted ? "; its script never started" : ""));
        return RunStatus.INFRA_FAILED;
    }

    private static String end(SlurmTrial trial) throws IOException {
        return trial.lastWords().map(line -> ": " + line).orElse("");
    }

    /** A host is avoided only as long as that costs little. */
    private void dropWish(SlurmTrial trial, SlurmJob job) throws IOException {
        Optional<String> excluded = trial.avoiding();
        if (excluded.isEmpty()) {
            return;
        }
        Duration waited =
                Duration.between(job.submitted(), settings.commands().clock().instant());
        if (job.reason().contains(NOT_THERE) || waited.compareTo(settings.patience()) > 0) {
            String problem = link.exclude(job, excluded.get());
            if (problem.isEmpty()) {
                trial.setAvoiding(false, "");
            } else {
                LOG.warn("job {} waits for hosts that are not avoided: {}", job.id(), problem);
            }
        }
    }
}
