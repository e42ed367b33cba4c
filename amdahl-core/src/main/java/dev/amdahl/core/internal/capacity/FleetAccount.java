package dev.amdahl.core.internal.capacity;

import dev.amdahl.spi.job.FleetJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Goodput of a fleet: the accounts of its jobs, and their sums by family. Only jobs that log, or have several attempts, are held until
 * the end; any other run is booked as it comes.
 *
 * @param runs runs seen, those still queued too
 * @param jobs the account of each job that logs
 * @param families sums by family, by name
 * @param strangers names in the log that no run has
 */
public record FleetAccount(long runs, List<JobAccount> jobs, List<FamilyAccount> families, List<String> strangers) {
    /** The label that attempts of one job share. */
    public static final String JOB_LABEL = "job";

    /**
     * Sums of a family.
     *
     * @param family the recurring workload
     * @param jobs jobs that held accelerators
     * @param logged those of them that logged what happened
     * @param failures failures that were logged
     * @param time where their accelerator-seconds went
     * @param queueHours wall hours in the queue, of the jobs of which they are known; they hold nothing and cost nothing
     * @param queuedJobs jobs of which the time in the queue is known
     */
    public record FamilyAccount(
            String family,
            int jobs,
            int logged,
            int failures,
            AcceleratorTime time,
            double queueHours,
            int queuedJobs) {
        FamilyAccount plus(JobAccount job) {
            return new FamilyAccount(
                    family,
                    jobs + 1,
                    logged + (job.isLogged() ? 1 : 0),
                    failures + job.habit().failures(),
                    time.plus(job.time()),
                    queueHours + job.queuedSeconds().orElse(0) / 3600,
                    queuedJobs + (job.queuedSeconds().isPresent() ? 1 : 0));
        }

        /** Returns the hours in the queue; empty where those of no job are known. */
        public OptionalDouble knownQueueHours() {
            return queuedJobs > 0 ? OptionalDouble.of(queueHours) : OptionalDouble.empty();
        }
    }

    public FleetAccount {
        jobs = List.copyOf(jobs);
        families = List.copyOf(families);
        strangers = List.copyOf(strangers);
    }

    /**
     * The account of runs.
     *
     * @param fleet runs in any order, each once; read once
     * @param log what jobs logged, under the id of a run or under the label {@code job} of its attempts
     * @param now until when runs that have not ended are counted
     */
    public static FleetAccount of(Stream<FleetJob> fleet, RestartLog log, Instant now) {
        Map<String, List<FleetJob>> attempts = new LinkedHashMap<>();
        Map<String, FamilyAccount> families = new TreeMap<>();
        List<JobAccount> logged = new ArrayList<>();
        Consumer<JobAccount> book = job -> families.merge(
                job.family(),
                new FamilyAccount(job.family(), 0, 0, 0, AcceleratorTime.NONE, 0, 0).plus(job),
                (before, added) -> before.plus(job));
        long[] runs = {0};
        fleet.forEach(run -> {
            runs[0]++;
            String job = run.labels().getOrDefault(JOB_LABEL, run.id());
            if (run.started().isEmpty()) {
                return;
            }
            if (job.equals(run.id()) && log.of(job).isEmpty()) {
                book.accept(JobAccount.of(job, List.of(run), List.of(), now));
            } else {
                attempts.computeIfAbsent(job, name -> new ArrayList<>()).add(run);
            }
        });
        attempts.forEach((job, of) -> {
            JobAccount account = JobAccount.of(job, of, events(job, of, log), now);
            book.accept(account);
            if (account.isLogged()) {
                logged.add(account);
            }
        });
        List<String> strangers = log.runs().stream()
                .filter(name -> !attempts.containsKey(name)
                        && attempts.values().stream()
                                .flatMap(List::stream)
                                .noneMatch(run -> run.id().equals(name)))
                .toList();
        return new FleetAccount(runs[0], logged, List.copyOf(families.values()), strangers);
    }

    private static List<RunEvent> events(String job, List<FleetJob> attempts, RestartLog log) {
        return Stream.concat(Stream.of(job), attempts.stream().map(FleetJob::id).filter(id -> !id.equals(job)))
                .flatMap(name -> log.of(name).stream())
                .sorted(Comparator.comparing(RunEvent::at))
                .toList();
    }

    /** Returns all accelerator-seconds. */
    public AcceleratorTime time() {
        return families.stream().map(FamilyAccount::time).reduce(AcceleratorTime.NONE, AcceleratorTime::plus);
    }

    /** Failures that were logged. */
    public int failures() {
        return families.stream().mapToInt(FamilyAccount::failures).sum();
    }

    /** Accelerator-hours of jobs that log, for each failure; empty without failures. */
    public OptionalDouble hoursBetweenFailures() {
        double hours =
                jobs.stream().mapToDouble(job -> job.time().allocatedHours()).sum();
        return failures() > 0 ? OptionalDouble.of(hours / failures()) : OptionalDouble.empty();
    }
}
