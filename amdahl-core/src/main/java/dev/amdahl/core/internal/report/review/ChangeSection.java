package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.ChangeFile;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.stream.Stream;

/** What would be changed, as it stands, and as a file for the person who applies it. */
final class ChangeSection {
    private static final int MAX_LINES = 5_000;
    private static final int MAX_WIDTH = 2_000;

    private ChangeSection() {}

    static void add(Markup page, Dossier dossier) {
        Change change = dossier.hypothesis().change();
        page.open("div", "class", "card");
        if (change instanceof PatchChange patch) {
            patch(page, patch.diff());
        } else {
            settings(page, (ConfigChange) change);
        }
        page.open("p");
        link(page, dossier);
        page.text(
                change instanceof PatchChange
                        ? ", and apply it with git apply. Nothing here edits your tree."
                        : ", and source it where the job starts. Nothing here edits your jobs.");
        page.close(2);
    }

    /** A link to the change as a file. */
    static void link(Markup page, Dossier dossier, String... more) {
        page.open(
                        "a",
                        Stream.concat(
                                        Stream.of("href", ReviewText.place("change", dossier.id()), "download", ""),
                                        Stream.of(more))
                                .toArray(String[]::new))
                .text("Save " + ChangeFile.of(dossier.hypothesis()).name())
                .close();
    }

    private static void settings(Markup page, ConfigChange change) {
        page.open("table", "class", "plain flat").open("thead").open("tr");
        for (String name : new String[] {"Setting", "From", "To"}) {
            page.element("th", name, "scope", "col");
        }
        page.close(2).open("tbody");
        change.settings().forEach(setting -> {
            page.open("tr").element("th", setting.lever(), "scope", "row", "class", "break");
            page.open("td", "class", "break").element("code", setting.from()).close();
            page.open("td", "class", "break").element("code", setting.to()).close(2);
        });
        page.close(2);
    }

    private static void patch(Markup page, String diff) {
        page.open("pre", "class", "diff", "tabindex", "0", "role", "group", "aria-label", "the patch");
        diff.lines().limit(MAX_LINES).forEach(line -> {
            String text = PlainText.cut(line, MAX_WIDTH);
            if (line.startsWith("+")) {
                page.element("ins", text);
            } else if (line.startsWith("-")) {
                page.element("del", text);
            } else {
                page.text(text);
            }
            page.line();
        });
        page.close();
        boolean isCut = diff.lines().count() > MAX_LINES || diff.lines().anyMatch(line -> line.length() > MAX_WIDTH);
        if (isCut) {
            page.element(
                    "p",
                    "Shortened here; the file below is complete. Read all of it before you approve.",
                    "class",
                    "red");
        }
    }
}
