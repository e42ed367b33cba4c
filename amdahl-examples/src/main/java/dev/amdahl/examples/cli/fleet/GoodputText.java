package dev.amdahl.examples.cli.fleet;

import dev.amdahl.core.internal.capacity.AcceleratorTime;
import dev.amdahl.core.internal.capacity.AcceptanceAccount;
import dev.amdahl.core.internal.capacity.CheckpointAdvice;
import dev.amdahl.core.internal.capacity.CoLocation;
import dev.amdahl.core.internal.capacity.FleetAccount;
import dev.amdahl.core.internal.capacity.JobAccount;
import dev.amdahl.core.internal.capacity.TimeBucket;
import dev.amdahl.core.internal.capacity.WarmStandby;
import dev.amdahl.core.internal.roi.Goodput;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** {@code goodput} for people: hours are accelerator-hours unless they say queue. */
final class GoodputText {
    private static final double SECONDS_PER_HOUR = 3600;

    private GoodputText() {}

    static String of(GoodputReport report) {
        List<String> blocks = new ArrayList<>();
        blocks.add(families(report));
        if (!report.jobs().isEmpty()) {
            blocks.add(jobs(report));
            checkpoints(report).ifPresent(blocks::add);
        }
        report.standby().ifPresent(standby -> blocks.add(standby(report, standby)));
        blocks.add(capacity(report));
        if (!report.pairs().isEmpty()) {
            blocks.add(pairs(report.pairs()));
        }
        report.acceptance().ifPresent(acceptance -> blocks.add(acceptance(acceptance)));
        if (!report.account().strangers().isEmpty()) {
            blocks.add("logged, but no run of the fleet: "
                    + String.join(", ", report.account().strangers()));
        }
        queue(report.families()).ifPresent(blocks::add);
        blocks.add(Plurals.of(report.account().runs(), "run") + ", "
                + Plurals.of(report.account().families().size(), "family") + ", "
                + Plurals.of(report.account().jobs().size(), "job") + " with a log, "
                + Plurals.of(report.account().failures(), "failure"));
        return String.join("\n", blocks);
    }

    /** Of whom the time in the queue is known, where that is not everybody. */
    private static Optional<String> queue(List<FleetAccount.FamilyAccount> families) {
        int jobs = families.stream().mapToInt(FleetAccount.FamilyAccount::jobs).sum();
        int known = families.stream()
                .mapToInt(FleetAccount.FamilyAccount::queuedJobs)
                .sum();
        return known == jobs ? Optional.empty() : Optional.of(Words.queueKnown(known, jobs, "jobs"));
    }

    private static String families(GoodputReport report) {
        Table table = new Table(
                "family",
                "jobs",
                "hours",
                "productive",
                "lost",
                "overhead",
                "restart",
                "idle",
                "unknown",
                "queue hours");
        report.families().forEach(family -> {
            List<String> cells = new ArrayList<>(List.of(family.family(), Integer.toString(family.jobs())));
            cells.addAll(hours(family.time()));
            cells.add(Words.sum(Words.number("%.1f", family.knownQueueHours()), family.queuedJobs() == family.jobs()));
            table.row(cells.toArray(String[]::new));
        });
        List<String> sum = new ArrayList<>(List.of("all", ""));
        sum.addAll(hours(report.account().time()));
        table.row(sum.toArray(String[]::new));
        return table.toString();
    }

    private static List<String> hours(AcceleratorTime time) {
        List<String> cells = new ArrayList<>(List.of(Words.number("%.1f", time.allocatedHours())));
        for (TimeBucket part : TimeBucket.values()) {
            cells.add(Words.number("%.1f", time.hours(part)));
        }
        return cells;
    }

    private static String jobs(GoodputReport report) {
        Table table = new Table(
                "job",
                "accelerators",
                "failures",
                "lost",
                "restart",
                "available",
                "run time share",
                "efficiency",
                "goodput",
                "time ratio");
        for (JobAccount job : report.jobs()) {
            OptionalDouble goodput =
                    job.goodput().map(Goodput::value).map(OptionalDouble::of).orElse(OptionalDouble.empty());
            table.row(
                    job.job(),
                    Integer.toString(job.accelerators()),
                    Integer.toString(job.habit().failures()),
                    Words.number("%.1f", job.time().hours(TimeBucket.LOST)),
                    Words.number("%.1f", job.time().hours(TimeBucket.RESTART)),
                    Words.number("%.3f", job.availability()),
                    Words.number("%.3f", job.runtimeShare()),
                    Words.number("%.3f", job.efficiency()),
                    Words.number("%.3f", goodput),
                    Words.number("%.3f", job.effectiveTimeRatio()));
        }
        return table.toString();
    }

    private static Optional<String> checkpoints(GoodputReport report) {
        Table table = new Table(
                "checkpoints of", "write s", "every h", "overhead", "best every h", "overhead then", "failures of");
        boolean isAny = false;
        for (JobAccount job : report.jobs()) {
            Optional<CheckpointAdvice> advice = report.advice(job);
            if (advice.isPresent()) {
                isAny = true;
                CheckpointAdvice told = advice.get();
                table.row(
                        job.job(),
                        Words.number("%.0f", told.writeSeconds()),
                        Words.number("%.2f", hours(told.intervalNow())),
                        told.overheadNow().isPresent()
                                ? Words.percent(told.overheadNow().getAsDouble())
                                : Words.NONE,
                        Words.number("%.2f", told.intervalBest() / SECONDS_PER_HOUR),
                        Words.percent(told.overheadBest()),
                        told.isPooled() ? "the fleet" : "the job");
            }
        }
        return isAny ? Optional.of(table.toString()) : Optional.empty();
    }

    private static OptionalDouble hours(OptionalDouble seconds) {
        return seconds.isPresent() ? OptionalDouble.of(seconds.getAsDouble() / SECONDS_PER_HOUR) : seconds;
    }

    private static String standby(GoodputReport report, WarmStandby standby) {
        Table table = new Table("spares for", "accelerators", "hours saved a day");
        report.jobs()
                .forEach(job -> table.row(
                        job.job(),
                        Integer.toString(job.accelerators()),
                        Words.number("%+.2f", report.standbySaving(job))));
        return table + "expected with " + standby.standbyAccelerators() + " accelerators kept ready; they pay from "
                + Words.number("%.0f", standby.breakEvenAccelerators()) + " accelerators a job\n";
    }

    private static String capacity(GoodputReport report) {
        Table table = new Table("without any", "hours", "fleet could run", "queue hours");
        report.capacity()
                .rows()
                .forEach(row -> table.row(
                        row.loss(),
                        Words.number("%.1f", row.acceleratorHours()),
                        Words.number("%.2fx", row.factor(report.capacity().allocatedHours())),
                        Words.number("%.1f", row.queueHours())));
        return table + "ceilings, one row at a time; "
                + Words.number("%.1f", report.capacity().undiagnosedHours())
                + " hours are of families without a diagnosis\n";
    }

    private static String pairs(List<CoLocation> pairs) {
        Table table = new Table("may share", "with", "classes", "memory", "at most saved");
        pairs.forEach(pair -> table.row(
                pair.first(),
                pair.second(),
                pair.firstLimit() + " + " + pair.secondLimit(),
                Words.percent(pair.memoryShare()),
                Words.percent(pair.gainBound())));
        return table + CoLocation.CLAIM + "\n";
    }

    private static String acceptance(AcceptanceAccount acceptance) {
        Table table = new Table("rejected", "reason");
        acceptance.rejected().forEach((reason, times) -> table.row(Integer.toString(times), reason));
        return "submissions: " + acceptance.accepted() + " accepted, rate " + Words.number("%.3f", acceptance.rate())
                + ", " + acceptance.unknown() + " unknown\n"
                + (acceptance.rejected().isEmpty() ? "" : table);
    }
}
