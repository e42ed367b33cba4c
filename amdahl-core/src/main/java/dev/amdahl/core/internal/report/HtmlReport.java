package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.io.FileFault;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.TimelinePicture;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes what a ledger says as one self-contained page, and the timelines of the jobs as pictures. It opens no ledger and needs
 * no script: the page is a function of the view and the inputs.
 *
 * @param report the page
 * @param pictures one SVG for each job whose timeline is shown, those that lose most first
 */
public record HtmlReport(Path report, List<Path> pictures) {
    private static final Map<String, String> SECTIONS = sections();

    public HtmlReport {
        pictures = List.copyOf(pictures);
    }

    private static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("waste", "Waste");
        sections.put("hypotheses", "Hypotheses");
        sections.put("jobs", "Jobs");
        sections.put("clusters", "Clusters");
        sections.put("ideas", "Ideas");
        sections.put("trust", "How this was measured");
        return sections;
    }

    /**
     * Writes {@code report.html} and {@code pictures/*.svg} into a folder, which is made if need be; each file appears whole or
     * not at all, and older ones are replaced.
     *
     * @throws AmdahlException USER if the folder cannot be written
     */
    public static HtmlReport write(LedgerView view, ReportInputs inputs, Path folder) {
        Map<String, Double> baselines = Pairs.presentSeconds(view);
        List<Family> families = JobsSection.order(view, inputs, baselines);
        Map<String, TimelinePicture.Drawn> drawn = JobsSection.timelines(view, inputs, families);
        try {
            Path pictures = folder.resolve("pictures");
            Files.createDirectories(drawn.isEmpty() ? folder : pictures);
            String page = page(view, inputs, baselines, families, drawn);
            FileNames names = new FileNames();
            List<Path> written = drawn.entrySet().stream()
                    .map(entry -> put(
                            pictures.resolve(names.of(entry.getKey()) + ".svg"),
                            entry.getValue().file()))
                    .toList();
            return new HtmlReport(put(folder.resolve("report.html"), page), written);
        } catch (IOException e) {
            throw unwritable(folder, e);
        }
    }

    private static String page(
            LedgerView view,
            ReportInputs inputs,
            Map<String, Double> baselines,
            List<Family> families,
            Map<String, TimelinePicture.Drawn> drawn) {
        Markup page = Markup.page(inputs.title());
        page.line().open("body").open("header", "class", "head");
        Savings savings = Savings.of(view, inputs);
        Headline.title(page, view, inputs, savings);
        page.close().open("main");
        List<WinsSection.Ranked> wins = WinsSection.ranked(view, inputs, baselines);
        WinsSection.add(page, view, inputs, wins);
        Markup waste = new Markup();
        WasteSection.add(waste, view, inputs, baselines, "");
        page.add(waste);
        Headline.accounts(page, view, inputs, savings);
        Markup body = new Markup();
        HypothesisSection.add(body, view, inputs, wins);
        JobsSection.add(body, families, Optional.of(drawn));
        Markup trust = new Markup();
        HistorySection.verdicts(
                trust,
                view.dossiers().stream()
                        .filter(dossier -> !dossier.hypothesis().isPlanted())
                        .toList());
        HistorySection.trust(trust, view, inputs.jobs());
        inputs.accounts().ifPresent(accounts -> AccountsSection.add(trust, accounts));
        ClosingSections.clusters(body, view);
        ClosingSections.ideas(body, view);
        body.open("details", "id", "trust").open("summary").element("b", "How this was measured");
        body.text(": verdicts over time, noise, calibration, refuters, what limits the loop")
                .close();
        body.add(trust).close();
        contents(page, waste + body.toString());
        page.add(body);
        ClosingSections.notes(page, view, inputs);
        return "<!DOCTYPE html>\n" + page.close(3) + "\n";
    }

    /** Links to the sections that are there. */
    private static void contents(Markup page, String body) {
        page.open("nav", "aria-label", "Sections");
        SECTIONS.forEach((id, name) -> {
            if (body.contains(" id=\"" + id + "\"")) {
                page.element("a", name, "href", "#" + id);
            }
        });
        page.close();
    }

    private static Path put(Path file, String text) {
        try {
            AtomicFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static AmdahlException unwritable(Path place, IOException cause) {
        return new AmdahlException(
                ErrorCategory.USER,
                "cannot write the report to '" + place + "': " + FileFault.words(cause)
                        + "; choose a folder that can be written",
                cause);
    }

    /** File names out of names of jobs: letters, digits, dots, hyphens and underscores, each used once. Not thread-safe. */
    private static final class FileNames {
        private static final int MAX = 80;

        private final Set<String> used = new HashSet<>();

        String of(String name) {
            String safe = name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+", "");
            String base = safe.isEmpty() ? "job" : safe.substring(0, Math.min(MAX, safe.length()));
            String free = base;
            for (int i = 2; !used.add(free.toLowerCase(Locale.ROOT)); i++) {
                free = base + "-" + i;
            }
            return free;
        }
    }
}
