package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.LatencyWindow;
import dev.amdahl.core.internal.report.accounts.Step;
import dev.amdahl.core.internal.report.accounts.Throughput;
import dev.amdahl.core.internal.report.picture.Legend;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.spi.Plurals;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Where the time of a verdict goes, what limits verdicts, and what later runs saved of what was projected. */
final class AccountsSection {
    private static final int MAX = 20;
    private static final Map<Step, String> COLOURS = Map.of(
            Step.WAITING, "st-waiting",
            Step.BUILDING, "st-building",
            Step.QUEUE, "k-queue-wait",
            Step.TRIALS, "first",
            Step.BETWEEN, "st-between",
            Step.REVIEW, "st-review");

    private AccountsSection() {}

    static void add(Markup page, Accounts accounts) {
        List<FamilyAccount> realised = accounts.families().stream()
                .filter(family -> family.realised().isPresent())
                .toList();
        List<FamilyAccount> powered = accounts.families().stream()
                .filter(family -> family.workPerEnergy().isPresent())
                .toList();
        if (accounts.throughput().isEmpty() && realised.isEmpty() && powered.isEmpty()) {
            return;
        }
        page.element("h2", "Pace and accounts", "id", "accounts").open("div", "class", "card");
        accounts.balance().alerts().forEach(alert -> page.element("p", alert, "class", "red"));
        accounts.throughput().ifPresent(pace -> pace(page, pace));
        if (accounts.freedAccelerators() > 0) {
            page.element("p", accounts.freed() + ", by what was promoted.");
        }
        realised.stream().limit(MAX).forEach(family -> page.said("p", sentence(family)));
        if (realised.size() > MAX) {
            page.element(
                    "p", Plurals.of(realised.size() - MAX, "more job") + " in `ledger accounts`.", "class", "soft");
        }
        powered.stream()
                .limit(MAX)
                .forEach(family -> page.element("p", family.workPerEnergy().orElseThrow() + "."));
        page.close();
    }

    private static String latencies(Throughput pace) {
        return "From hypothesis to verdict: "
                + pace.latencies().stream().map(AccountsSection::latency).collect(Collectors.joining("; ")) + ".";
    }

    private static String latency(LatencyWindow window) {
        String when =
                window.days().isPresent() ? "last " + Plurals.of(window.days().getAsInt(), "day") + " " : "all ";
        return when
                + (window.median().isPresent()
                        ? "p50 " + Numbers.seconds(window.median().getAsDouble()) + ", p90 "
                                + Numbers.seconds(window.p90().orElseThrow()) + " over " + window.verdicts()
                        : "no verdict");
    }

    private static void pace(Markup page, Throughput pace) {
        page.element("p", latencies(pace));
        page.element(
                "p",
                "Throughput: " + Numbers.significant(pace.limits().measuredPerDay()) + " verdicts a day of at most "
                        + Numbers.significant(pace.limits().most()) + ", limited by "
                        + pace.limits().limiting().name().toLowerCase(Locale.ROOT) + "; the slots are "
                        + Numbers.percent(pace.utilisation()) + " busy, and more than "
                        + pace.limits().helpfulSlots() + " would not help. Where the time of a verdict goes:");
        double all =
                pace.steps().values().stream().mapToDouble(Double::doubleValue).sum();
        Unit unit = Unit.of(all);
        Picture picture = new Picture();
        Legend legend = new Legend();
        StringBuilder said = new StringBuilder();
        double x = 0;
        for (Step step : Step.values()) {
            double seconds = pace.steps().getOrDefault(step, 0.0);
            String name = step.name().toLowerCase(Locale.ROOT) + " " + unit.words(seconds);
            double width = all > 0 ? 100 * seconds / all : 0;
            picture.rect(COLOURS.getOrDefault(step, "idle"), x, 2, width, 26, name);
            legend.item(COLOURS.getOrDefault(step, "idle"), name);
            said.append(name).append("; ");
            x += width;
        }
        page.add(picture.inline(
                30, "Mean time of a verdict by step", said.toString().strip()));
        legend.add(page);
    }

    private static String sentence(FamilyAccount family) {
        return family.realised()
                .map(saving -> family.family() + ": projected " + share(saving.projected()) + " saved, realised "
                        + share(saving.realised()) + " over " + Plurals.of(saving.runs(), "later run")
                        + (saving.coverage().isPresent()
                                ? ", " + Numbers.percent(saving.coverage().getAsDouble()) + " of those expected"
                                : "")
                        + (saving.controls() > 0
                                ? ", against " + Plurals.of(saving.controls(), "job") + " without a promotion."
                                : ", against no job without a promotion."))
                .orElse("");
    }

    private static String share(Range share) {
        return Numbers.percent(share.expected()) + " [" + Numbers.percent(share.low()) + ", "
                + Numbers.percent(share.high()) + "]";
    }
}
