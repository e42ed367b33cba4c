package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancels the jobs of trials. Slurm's answer does not tell whether there was one, so a job counts as cancelled when the queue shows no live one;
 * until then it is noted, and asked for again. Jobs are named and not numbered: a number may be somebody else's by now. Thread-safe.
 */
final class Cancellation {
    private static final Logger LOG = LoggerFactory.getLogger(Cancellation.class);
    private static final int LOOKS = 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final TrialRoot root;
    private final SlurmLink link;
    private final SlurmView view;

    Cancellation(TrialRoot root, SlurmLink link, SlurmView view) {
        this.root = root;
        this.link = link;
        this.view = view;
    }

    /** Cancels a trial that has not ended: a script that should still start ends at once, one that runs is stopped. */
    void cancel(SlurmTrial trial) throws IOException {
        root.wantCancelled(trial.key());
        trial.cancel();
        for (int look = 0; look < LOOKS; look++) {
            if (isOver(trial.key())) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Goes on with those that were not confirmed. */
    void repeat() {
        try {
            for (String key : root.cancels()) {
                if (!isOver(key)) {
                    return;
                }
            }
        } catch (IOException e) {
            LOG.warn("cancelled jobs not checked: {}", e.toString());
        }
    }

    /** Asks Slurm to stop what still lives of it; whether nothing does. */
    private boolean isOver(String key) throws IOException {
        String name = JobOptions.name(key);
        try {
            view.forget();
            List<SlurmJob> jobs = view.queue().getOrDefault(name, List.of());
            Optional<SlurmJob> job = SlurmView.newest(jobs);
            if (job.isPresent() && job.get().phase().isLive() && !isEnding(job.get())) {
                link.cancel(name, jobs);
                return false;
            }
            if (job.isPresent() && job.get().phase().isLive()) {
                return false;
            }
            root.isCancelled(key);
            Optional<SlurmTrial> trial = root.find(key);
            if (trial.isPresent()) {
                trial.get().tidy();
            }
            return true;
        } catch (AmdahlException e) {
            LOG.warn("job {} is not cancelled yet: {}", name, e.getMessage());
            return false;
        }
    }

    private static boolean isEnding(SlurmJob job) {
        return job.states().contains("COMPLETING");
    }
}
