package dev.amdahl.examples.cli.plan;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.loop.LoopPlan;
import dev.amdahl.core.loop.LoopPlan.Span;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** A plan for people: all of it in one sentence, then job by job. */
final class PlanText {
    private static final double SECONDS_PER_HOUR = 3600;
    private static final int MAX_LEFT_OUT = 10;

    private PlanText() {}

    static String of(LoopPlan plan) {
        StringBuilder out = new StringBuilder(Width.line("", sentence(plan)));
        for (PlanBudget bound : PlanBudget.of(plan)) {
            out.append(Width.line("", budget(bound, plan.isBoundOnly())));
        }
        for (LoopPlan.Job job : plan.jobs()) {
            out.append('\n').append(job(job));
        }
        if (!plan.notes().isEmpty()) {
            out.append('\n');
            plan.notes().forEach(note -> out.append(Width.line("note: ", Table.clean(note))));
        }
        return out.toString();
    }

    private static String sentence(LoopPlan plan) {
        if (plan.experiments() + plan.measuringRuns() == 0) {
            return "Nothing to run: no job has anything left to try.";
        }
        List<String> parts = new ArrayList<>();
        if (plan.measuringRuns() > 0) {
            parts.add(Plurals.of(plan.measuringRuns(), "run") + " to measure");
        }
        if (plan.experiments() > 0) {
            parts.add(Plurals.of(plan.experiments(), "experiment"));
        }
        List<String> amounts = new ArrayList<>();
        amounts.add(of(plan.hostHours(), plan.isBoundOnly(), PlanText::hours) + " of hosts");
        if (plan.jobs().stream().anyMatch(job -> !job.spec().accelerators().holdsNone())) {
            amounts.add(of(plan.acceleratorHours(), plan.isBoundOnly(), PlanText::number) + " accelerator-hours");
        }
        plan.money()
                .forEach((currency, money) ->
                        amounts.add(of(money, plan.isBoundOnly(), PlanText::money) + " " + currency));
        return "The loop would make " + String.join(" and ", parts) + " on "
                + Plurals.of(plan.jobs().size(), "job")
                + ": " + String.join(", ", amounts) + "."
                + (plan.isBoundOnly() ? " " + unknown(plan) : "");
    }

    private static String unknown(LoopPlan plan) {
        List<String> families = plan.jobs().stream()
                .filter(LoopPlan.Job::isBoundOnly)
                .map(job -> Table.clean(job.spec().family()))
                .toList();
        return "No run of " + families.get(0)
                + (families.size() > 1 ? " and " + Plurals.of(families.size() - 1, "other job") : "")
                + " was measured yet, so only a bound is known; give its length with --run-length.";
    }

    /** The expected amount with its range, or the bound alone. */
    private static String of(Span span, boolean isBound, DoubleFunction<String> text) {
        return (isBound ? "" : "about ") + range(span, isBound, text);
    }

    private static String budget(PlanBudget bound, boolean isBound) {
        String name = "Budget of " + number(bound.limit()) + (bound.unit().equals("money") ? " in " : " ")
                + bound.unit() + (bound.isPerDay() ? " a day" : "")
                + ", " + number(bound.used()) + " used"
                + (bound.isPerDay() ? " today" : "") + ": ";
        if (!bound.isExceededBy(bound.most())) {
            return name + "enough.";
        }
        if (isBound) {
            return name + "may not be enough.";
        }
        if (!bound.isExceededBy(bound.expected())) {
            return name + "enough for the expected use, but not for the maximum.";
        }
        return name
                + (bound.isPerDay() && bound.limit() > 0
                        ? "takes " + Plurals.of((long) Math.ceil(bound.expected() / bound.limit()), "day") + " or more."
                        : "not enough; the loop stops when it is spent.");
    }

    private static String job(LoopPlan.Job job) {
        StringBuilder out = new StringBuilder(Width.line(
                "",
                Table.clean(job.spec().family())
                        + (job.length().isKnown() ? ": a run takes " : ": how long a run takes is not known; at most ")
                        + ReportText.seconds(job.length().seconds()) + " ("
                        + job.length().from() + "); noise "
                        + String.format(Locale.ROOT, "%.1f %%", 100 * job.sigma()) + " (" + job.noiseFrom() + ")"));
        if (job.evidenceRuns() + job.noise() > 0) {
            out.append(Width.line(
                    "  ", "first " + measuring(job) + ": " + of(job.measuring(), job.isBoundOnly(), PlanText::hours)));
        }
        if (job.experiments().isEmpty()) {
            out.append("  no experiment")
                    .append(job.leftOut().isEmpty() ? "; add levers: or hypotheses: for something to try\n" : "\n");
        } else {
            out.append(experiments(job).lines().map(line -> "  " + line + "\n").collect(Collectors.joining()));
            if (!job.isDiagnosed()) {
                out.append(Width.line(
                        "  ",
                        "all that the job declares; its profile will leave out what cannot help"
                                + (mayBeCheaper(job) ? ", and its steps may allow cheaper pairs" : "")));
            }
        }
        job.leftOut().stream()
                .limit(MAX_LEFT_OUT)
                .forEach(left ->
                        out.append(Width.line("  left out: ", Table.clean(left.title() + ": " + left.reason()))));
        if (job.leftOut().size() > MAX_LEFT_OUT) {
            out.append("  and ").append(job.leftOut().size() - MAX_LEFT_OUT).append(" more left out\n");
        }
        return out.toString();
    }

    /** Returns whether probes or windows may take the place of whole runs once the steps of a run are known. */
    private static boolean mayBeCheaper(LoopPlan.Job job) {
        return job.spec().probe().isPresent()
                || job.spec().levers().stream()
                        .anyMatch(lever -> lever.atRunTime().isPresent());
    }

    private static String measuring(LoopPlan.Job job) {
        List<String> parts = new ArrayList<>();
        if (job.evidenceRuns() > 0) {
            parts.add(Plurals.of(job.evidenceRuns(), "traced run"));
        }
        if (job.noise() > 0) {
            parts.add(Plurals.of(job.noise(), "pair") + " of unchanged runs");
        }
        return String.join(", ", parts);
    }

    private static String experiments(LoopPlan.Job job) {
        Table table = new Table(
                "#",
                "change",
                "pairs of",
                "pairs",
                job.spec().accelerators().holdsNone() ? "time" : "accelerator time");
        for (LoopPlan.Experiment experiment : job.experiments()) {
            table.row(
                    Integer.toString(experiment.place()),
                    experiment.title() + (experiment.isRunning() ? " (running)" : ""),
                    experiment.design().text(),
                    range(experiment.pairs(), false, value -> String.format(Locale.ROOT, "%.0f", value)),
                    range(experiment.hours(), job.isBoundOnly(), PlanText::hours));
        }
        return table.toString();
    }

    private static String range(Span span, boolean isBound, DoubleFunction<String> text) {
        if (isBound) {
            return "at most " + text.apply(span.most());
        }
        return text.apply(span.expected())
                + (span.fewest() == span.most()
                        ? ""
                        : " (" + text.apply(span.fewest()) + " to " + text.apply(span.most()) + ")");
    }

    private static String hours(double hours) {
        return hours < 1 ? ReportText.seconds(hours * SECONDS_PER_HOUR) : number(hours) + " h";
    }

    private static String money(double amount) {
        return String.format(Locale.ROOT, amount < 100 ? "%.2f" : "%.0f", amount);
    }

    private static String number(double value) {
        return value == 0
                ? "0"
                : String.format(Locale.ROOT, value < 0.0995 ? "%.2g" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
