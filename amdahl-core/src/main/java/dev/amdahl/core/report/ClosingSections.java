package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Wins by where they act, ideas not tried yet, notes, and which ledger this is. Stateless. */
final class ClosingSections {
    private ClosingSections() {}

    static void wins(Markup page, LedgerView view) {
        Map<ResourceAxis, List<Dossier>> byAxis = view.dossiers().stream()
                .filter(Wording::isWin)
                .collect(Collectors.groupingBy(
                        dossier -> dossier.hypothesis().axis(), TreeMap::new, Collectors.toList()));
        if (byAxis.isEmpty()) {
            return;
        }
        page.element("h2", "Wins by resource axis").open("div", "class", "card");
        page.open("table", "class", "plain").open("tbody");
        byAxis.forEach((axis, wins) -> wins.forEach(win -> {
            page.open("tr").element("th", win.equals(wins.get(0)) ? axis + " (" + wins.size() + ")" : "");
            page.element("td", win.hypothesis().family(), "class", "break");
            page.element("td", Wording.change(win.hypothesis().change()), "class", "break");
            page.element("td", Wording.effect(win), "class", "n").close();
        }));
        page.close(3);
    }

    static void ideas(Markup page, LedgerView view) {
        if (view.ideas().isEmpty()) {
            return;
        }
        page.element("h2", "Ideas found, not tried yet")
                .open("div", "class", "card")
                .open("ul");
        view.ideas().forEach(found -> {
            page.open("li", "class", "break").element("b", found.family());
            page.text(": " + found.idea().title() + " (" + found.idea().bottleneck() + ") ");
            page.element("span", found.idea().summary(), "class", "soft").close();
        });
        page.close(2);
    }

    static void notes(Markup page, LedgerView view, ReportInputs inputs) {
        if (!inputs.notes().isEmpty()) {
            page.element("h2", "Notes").open("div", "class", "card").open("ul");
            inputs.notes().forEach(note -> page.element("li", note, "class", "break"));
            page.close(2);
        }
        String made = inputs.at().map(at -> "Made " + at + " from ").orElse("From ");
        page.element("p", made + view.events() + " events, head " + view.head(), "class", "soft break");
    }
}
