package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.internal.report.picture.WastePicture;
import dev.amdahl.core.internal.report.picture.WastePicture.Bar;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Bottleneck.Kind;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Ranks what is lost: by the fleet's own utilisation where the report is told of a fleet, and by the diagnoses of the jobs, whose lost
 * share is scaled by how often they run; and beside it what the loop did.
 */
final class WasteSection {
    private WasteSection() {}

    /**
     * Adds what is lost.
     *
     * @param jobs the address of the page with {@link JobsSection}; empty for this one
     */
    static void add(Markup page, LedgerView view, ReportInputs inputs, Map<String, Double> baselines, String jobs) {
        Function<String, Optional<String>> places =
                name -> view.family(name).map(family -> jobs + "#" + JobSection.anchor(family.name()));
        List<Bar> diagnosed = diagnosed(view, inputs, baselines);
        boolean isLost = inputs.fleet().isPresent() || !diagnosed.isEmpty();
        page.element("h2", isLost ? "Where the fleet loses accelerator time" : "What the loop did", "id", "waste");
        page.open("div", "class", "card two");
        inputs.fleet().ifPresent(fleet -> fleet(page, fleet, inputs, places));
        if (!diagnosed.isEmpty()) {
            boolean isWeekly = isScaled(view, inputs, baselines);
            page.open("figure")
                    .element("figcaption", isWeekly ? "Lost per week, by diagnosis" : "Lost per run, by diagnosis");
            page.add(WastePicture.draw("Accelerator time lost, by job and class", diagnosed, places));
            page.element(
                    "p",
                    isWeekly
                            ? "Accelerator time: the lost share of the evidence runs, of unknown cause too, times what the job holds a week."
                            : "Accelerator time of one run, of unknown cause too; how often the jobs run is not declared, so nothing is scaled.",
                    "class",
                    "soft");
            page.close();
        }
        LoopSection.add(page, view, inputs);
        page.close();
    }

    private static void fleet(
            Markup page, ReportInputs.Fleet fleet, ReportInputs inputs, Function<String, Optional<String>> places) {
        List<Bar> bars = fleet.families().stream()
                .filter(family -> family.wastedAcceleratorHours() > 0)
                .sorted(Comparator.comparingDouble(FamilyWaste::wastedAcceleratorHours)
                        .reversed()
                        .thenComparing(FamilyWaste::family))
                .map(family -> new Bar(
                        family.family(),
                        family.wastedAcceleratorHours(),
                        money(family.wastedAcceleratorHours(), inputs.job(family.family())),
                        Map.of()))
                .toList();
        double unknown = fleet.families().stream()
                .mapToDouble(family -> family.unknownShare() * family.acceleratorHours())
                .sum();
        page.open("figure").element("figcaption", "Wasted in the fleet, " + fleet.period());
        if (bars.isEmpty()) {
            page.element("p", "No measured run of the fleet wasted anything.");
        } else {
            page.add(WastePicture.draw("Accelerator time wasted, by job", bars, places));
        }
        page.element(
                "p",
                "Accelerator time that measured runs held but did not use. The use of "
                        + (bars.isEmpty() ? Unit.ofHours(unknown) : WastePicture.unit(bars)).words(3_600 * unknown)
                        + " was not measured, so the bars leave it out.",
                "class",
                "soft");
        page.close();
    }

    private static String money(double hours, Optional<JobSpec> job) {
        return job.flatMap(JobSpec::price)
                .map(price -> Numbers.money(hours * price.perAcceleratorHour(), price.currency()))
                .orElse("");
    }

    private static boolean isScaled(LedgerView view, ReportInputs inputs, Map<String, Double> baselines) {
        return view.families().stream()
                .anyMatch(family -> lost(family).isPresent()
                        && Savings.weeklyHours(family, inputs, baselines).isPresent());
    }

    static List<Bar> diagnosed(LedgerView view, ReportInputs inputs, Map<String, Double> baselines) {
        boolean isWeekly = isScaled(view, inputs, baselines);
        List<Bar> bars = new ArrayList<>();
        for (Family family : view.families()) {
            OptionalDouble hours = isWeekly
                    ? Savings.weeklyHours(family, inputs, baselines)
                    : family.diagnosis().stream()
                            .mapToDouble(known -> known.acceleratorSeconds() / 3_600)
                            .findFirst();
            Optional<Diagnosis> diagnosis = lost(family);
            if (diagnosis.isPresent() && hours.isPresent()) {
                bars.add(bar(family.name(), diagnosis.get(), hours.getAsDouble(), inputs.job(family.name())));
            }
        }
        bars.sort(Comparator.comparingDouble(Bar::hours).reversed().thenComparing(Bar::name));
        return bars;
    }

    private static Optional<Diagnosis> lost(Family family) {
        return family.diagnosis()
                .filter(known -> known.accounts().stream()
                        .anyMatch(account -> isLoss(account.bottleneck()) && account.acceleratorSeconds() > 0));
    }

    private static Bar bar(String name, Diagnosis diagnosis, double hours, Optional<JobSpec> job) {
        Map<Bottleneck, Double> classes = new EnumMap<>(Bottleneck.class);
        double all = diagnosis.acceleratorSeconds();
        for (Account account : diagnosis.accounts()) {
            if (account.bottleneck().kind() != Kind.WORK && account.acceleratorSeconds() > 0) {
                classes.merge(account.bottleneck(), hours * account.acceleratorSeconds() / all, Double::sum);
            }
        }
        double lost = classes.values().stream().mapToDouble(Double::doubleValue).sum();
        return new Bar(name, lost, money(lost, job), classes);
    }

    private static boolean isLoss(Bottleneck bottleneck) {
        return bottleneck.kind() != Kind.WORK && bottleneck.kind() != Kind.UNKNOWN;
    }
}
