package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.AnomalySource;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.SiteFinder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Everything the steps work with but the ledger.
 *
 * @param jobs the declared jobs
 * @param fleet what ran, where a source is given
 * @param anomalies what is wrong with running jobs, where somebody watches them
 * @param scheduler runs trials
 * @param builder builds patches, where one is available
 * @param profilers read traces
 * @param siteFinders find places in the source of jobs that declare one
 * @param advisors propose changes
 * @param ideas know ideas
 * @param refuters beside the built-in panel
 * @param gate asks people
 * @param policy what is done when
 * @param budget what may be spent
 * @param clock the only source of time
 * @param directory for captures of running jobs
 * @param resampler counts the sign flips of figures that nobody compares
 */
public record LoopSetup(
        List<JobSpec> jobs,
        Optional<FleetSource> fleet,
        Optional<AnomalySource> anomalies,
        Scheduler scheduler,
        Optional<Builder> builder,
        List<Profiler> profilers,
        List<SiteFinder> siteFinders,
        List<Advisor> advisors,
        List<IdeaSource> ideas,
        List<Refuter> refuters,
        PromotionGate gate,
        LoopPolicy policy,
        Budget budget,
        Clock clock,
        Path directory,
        Resampler resampler) {
    public LoopSetup {
        jobs = List.copyOf(jobs);
        profilers = List.copyOf(profilers);
        siteFinders = List.copyOf(siteFinders);
        advisors = List.copyOf(advisors);
        ideas = List.copyOf(ideas);
        refuters = List.copyOf(refuters);
    }

    /** Returns the declared job of a family. */
    public Optional<JobSpec> job(String family) {
        return jobs.stream().filter(job -> job.family().equals(family)).findFirst();
    }

    /** Returns the folder by which scheduled runs ask what to start with, where a job allows it. */
    public Optional<FieldScheduler> field() {
        return scheduler instanceof FieldScheduler own ? Optional.of(own) : Optional.empty();
    }

    /** Returns how many traced runs a diagnosis of a job rests on: none for one that is run on no input twice. */
    public int evidenceRuns(JobSpec job) {
        boolean isRunOnce = job.field().filter(field -> !field.hasTwin()).isPresent();
        return isRunOnce ? 0 : policy.evidenceRuns();
    }

    /** Returns those that this loop has to see to: on its scheduler and, where it is a single comparison, of it. */
    public List<Run> own(List<Run> runs) {
        return runs.stream()
                .filter(run -> !isElsewhere(run)
                        && !(policy.isSingleComparison()
                                && job(run.plan().family()).isEmpty()))
                .toList();
    }

    /** Returns whether a run was meant for another scheduler, of which this one can tell nothing. */
    public boolean isElsewhere(Run run) {
        return run.plan()
                .scheduler()
                .filter(name -> !name.equals(scheduler.name()))
                .isPresent();
    }
}
