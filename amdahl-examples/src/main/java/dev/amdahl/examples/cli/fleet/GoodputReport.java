package dev.amdahl.examples.cli.fleet;

import dev.amdahl.core.internal.capacity.AcceptanceAccount;
import dev.amdahl.core.internal.capacity.CapacityAccount;
import dev.amdahl.core.internal.capacity.CheckpointAdvice;
import dev.amdahl.core.internal.capacity.CoLocation;
import dev.amdahl.core.internal.capacity.FleetAccount;
import dev.amdahl.core.internal.capacity.JobAccount;
import dev.amdahl.core.internal.capacity.TimeBucket;
import dev.amdahl.core.internal.capacity.WarmStandby;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * All that {@code goodput} says.
 *
 * @param account of the fleet
 * @param capacity what could run more
 * @param pairs candidates for sharing accelerators
 * @param standby whether spares would pay, where asked
 * @param acceptance of a ledger's submissions, where one is named
 * @param top rows to show
 */
record GoodputReport(
        FleetAccount account,
        CapacityAccount capacity,
        List<CoLocation> pairs,
        Optional<WarmStandby> standby,
        Optional<AcceptanceAccount> acceptance,
        int top) {

    /** Families by hours that were not productive, most first. */
    List<FleetAccount.FamilyAccount> families() {
        return account.families().stream()
                .sorted(Comparator.comparingDouble((FleetAccount.FamilyAccount family) ->
                                family.time().hours(TimeBucket.PRODUCTIVE)
                                        - family.time().allocatedHours())
                        .thenComparing(FleetAccount.FamilyAccount::family))
                .limit(top)
                .toList();
    }

    /** Jobs that log, by hours that were not productive, most first. */
    List<JobAccount> jobs() {
        return account.jobs().stream()
                .sorted(Comparator.comparingDouble(
                                (JobAccount job) -> job.time().hours(TimeBucket.PRODUCTIVE)
                                        - job.time().allocatedHours())
                        .thenComparing(JobAccount::job))
                .limit(top)
                .toList();
    }

    Optional<CheckpointAdvice> advice(JobAccount job) {
        return CheckpointAdvice.of(job, account.hoursBetweenFailures());
    }

    /** Productive share of what jobs that log were allocated. */
    OptionalDouble runtimeShare() {
        double allocated = account.jobs().stream()
                .mapToDouble(job -> job.time().allocatedHours())
                .sum();
        double productive = account.jobs().stream()
                .mapToDouble(job -> job.time().hours(TimeBucket.PRODUCTIVE))
                .sum();
        return allocated > 0 ? OptionalDouble.of(productive / allocated) : OptionalDouble.empty();
    }

    /** Returns what spares would save a job in a day, in accelerator-hours. */
    OptionalDouble standbySaving(JobAccount job) {
        return standby.isPresent()
                ? OptionalDouble.of(standby.get().saving(job.accelerators(), 24))
                : OptionalDouble.empty();
    }
}
