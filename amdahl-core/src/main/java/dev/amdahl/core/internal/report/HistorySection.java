package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.NoisePicture;
import dev.amdahl.core.internal.report.claim.RatePicture;
import dev.amdahl.core.internal.report.claim.VerdictPicture;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.core.stats.online.Calibration;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** How verdicts came out so far, and how far the loop itself can be trusted. */
final class HistorySection {
    private static final long SEED = 0xAA;

    private HistorySection() {}

    static void verdicts(Markup page, List<Dossier> dossiers) {
        if (dossiers.isEmpty()) {
            return;
        }
        page.element("h2", "Verdicts so far", "id", "history").open("div", "class", "card");
        page.open("figure").element("figcaption", "How hypotheses ended, by date");
        page.add(VerdictPicture.draw(dossiers)).close();
        page.open("div", "class", "two").open("figure").element("figcaption", "Win rate by class");
        page.add(RatePicture.byClass(dossiers)).close();
        page.open("figure").element("figcaption", "Win rate by source of the idea");
        page.add(RatePicture.bySource(dossiers)).close(2);
        page.element(
                "p",
                "Of tests that are over. Dot: mean of what the loop believes, a Beta(1, 4) prior with the wins and losses"
                        + " so far; line: its central 90 %.",
                "class",
                "soft");
        page.close();
    }

    static void trust(Markup page, LedgerView view, Collection<JobSpec> jobs) {
        List<NoisePicture.History> histories = NoisePicture.histories(view);
        Map<String, TrackRecord> refuters = new TreeMap<>(view.totals().refuters());
        if (view.families().isEmpty()) {
            return;
        }
        page.element("h2", "Noise and calibration of the loop", "id", "noise").open("div", "class", "card two");
        page.open("figure").element("figcaption", "A/A trials: how far apart two equal arms are");
        if (histories.isEmpty()) {
            page.element("p", "No A/A trial yet.", "class", "soft");
        } else {
            page.add(NoisePicture.draw(histories));
            page.element("p", "Dots: trials; line: mean and one standard deviation to each side.", "class", "soft");
        }
        page.close().open("div");
        page.element("h3", "Do equal arms look equal?");
        calibration(page, histories);
        page.element("h3", "Are planted wins found?");
        page.element("p", planted(PlantedWins.bySize(view.dossiers()), PlantedWins.obstacle(jobs)));
        if (!refuters.isEmpty()) {
            refuters(page, refuters);
        }
        page.close(2);
    }

    private static void calibration(Markup page, List<NoisePicture.History> histories) {
        Calibration calibration =
                Calibration.of(histories.stream().map(NoisePicture.History::d).toList(), SEED);
        boolean isBad = calibration.verdict() == Calibration.Verdict.NOT_CALIBRATED;
        String verdict = switch (calibration.verdict()) {
            case CALIBRATED -> "Calibrated: ";
            case NOT_CALIBRATED -> "Not calibrated; no win can be trusted until the reason is known: ";
            case TOO_FEW -> "Too few A/A trials to tell: ";
        };
        page.element("p", verdict + calibration.reason() + ".", "class", isBad ? "red" : "");
    }

    private static String planted(List<PlantedWins.OfSize> sizes, Optional<String> obstacle) {
        if (sizes.isEmpty()) {
            return obstacle.map(why -> "None was planted, and " + why + ".")
                    .orElse(
                            "None was planted yet: policy.calibration says how large a share of experiments is spent on delays that the loop"
                                    + " itself takes out of one arm.");
        }
        String each = sizes.stream()
                .filter(size -> size.judged() > 0)
                .map(size -> String.format(
                        Locale.ROOT, "%d of %d of %.0f %%", size.found(), size.judged(), 100 * size.effect()))
                .collect(Collectors.joining(", "));
        return "Planted " + sum(sizes, PlantedWins.OfSize::planted) + ", judged "
                + sum(sizes, PlantedWins.OfSize::judged) + ", found " + sum(sizes, PlantedWins.OfSize::found)
                + (each.isEmpty() ? "" : " (" + each + ")")
                + ". Each is a delay that the loop takes out of one arm and should find four times in five or more;"
                + " they do not count as tests, wins or savings."
                + obstacle.map(why -> " Now " + why + ".").orElse("");
    }

    private static int sum(List<PlantedWins.OfSize> sizes, ToIntFunction<PlantedWins.OfSize> count) {
        return sizes.stream().mapToInt(count).sum();
    }

    private static void refuters(Markup page, Map<String, TrackRecord> refuters) {
        page.element("h3", "How often refuters were right, by what became of the claims");
        page.table("refuter", ">right", ">claims decided", "note");
        refuters.forEach((name, record) -> {
            page.open("tr").said("td", name);
            page.element("td", "" + record.right(), "class", "n").element("td", "" + record.judged(), "class", "n");
            page.element("td", record.isMuted() ? "has no vote: most of its refutations were wrong" : "")
                    .close();
        });
        page.endTable();
    }
}
