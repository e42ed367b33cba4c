package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Family;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes what a ledger says as one self-contained page, and the timelines of the jobs as pictures. It opens no ledger and needs
 * no script: the page is a function of the view and the inputs. Immutable.
 *
 * @param report the page
 * @param pictures one SVG for each job that has a timeline, in order of the jobs
 */
public record Report(Path report, List<Path> pictures) {
    public Report {
        pictures = List.copyOf(pictures);
    }

    /**
     * Writes {@code report.html} and {@code pictures/*.svg} into a folder, which is made if need be; each file appears whole or
     * not at all, and older ones are replaced.
     *
     * @throws AmdahlException USER if the folder cannot be written
     */
    public static Report write(LedgerView view, ReportInputs inputs, Path folder) {
        Map<String, TimelinePicture.Drawn> drawn = new LinkedHashMap<>();
        for (Family family : view.families()) {
            inputs.timeline(family.name())
                    .filter(timeline -> timeline.endNanos() > timeline.startNanos())
                    .ifPresent(timeline -> drawn.put(
                            family.name(),
                            TimelinePicture.draw(
                                    family.name(), timeline, Span.of(view, timeline, family.diagnosis()))));
        }
        try {
            Path pictures = Files.createDirectories(folder.resolve("pictures"));
            FileNames names = new FileNames();
            List<Path> written = drawn.entrySet().stream()
                    .map(entry -> put(
                            pictures.resolve(names.of(entry.getKey()) + ".svg"),
                            entry.getValue().file()))
                    .toList();
            return new Report(put(folder.resolve("report.html"), page(view, inputs, drawn)), written);
        } catch (IOException e) {
            throw unwritable(folder, e);
        }
    }

    private static String page(LedgerView view, ReportInputs inputs, Map<String, TimelinePicture.Drawn> drawn) {
        Markup page = new Markup();
        page.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
        page.empty(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; style-src 'unsafe-inline'");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.element("title", inputs.title())
                .element("style", Style.PAGE + Style.PICTURE)
                .close();
        page.line().open("body").open("main");
        Headline.add(page, view, inputs);
        HypothesisSection.add(page, view, inputs);
        ClosingSections.wins(page, view);
        inputs.accounts().ifPresent(accounts -> AccountsSection.add(page, accounts));
        if (!view.families().isEmpty()) {
            page.element("h2", "Jobs");
        }
        view.families().forEach(family -> JobSection.add(page, family, Optional.ofNullable(drawn.get(family.name()))));
        ClosingSections.ideas(page, view);
        ClosingSections.notes(page, view, inputs);
        return "<!DOCTYPE html>\n" + page.close(3) + "\n";
    }

    private static Path put(Path file, String text) {
        Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
        try {
            try {
                Files.writeString(temporary, text);
                Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
            return file;
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static AmdahlException unwritable(Path place, IOException cause) {
        return new AmdahlException(
                ErrorCategory.USER,
                "cannot write the report to '" + place + "': " + cause + "; choose a folder that can be written",
                cause);
    }
}
