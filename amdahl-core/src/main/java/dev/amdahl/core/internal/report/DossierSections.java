package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.PairTable;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.claim.PairsPicture;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import java.util.List;
import java.util.stream.Stream;

/** The parts of the report about one hypothesis, for pages of their own. */
public final class DossierSections {
    private DossierSections() {}

    /** The picture of its pairs and of the evidence, then the pairs in numbers; says so where nothing was collected. */
    public static void pairs(Markup page, LedgerView view, Dossier dossier) {
        Pairs pairs = Pairs.of(view, dossier.id());
        if (pairs.rows().isEmpty() || dossier.experiment().isEmpty()) {
            page.element("p", "No pair was collected.", "class", "soft");
            return;
        }
        page.add(PairsPicture.draw(dossier, dossier.experiment().get().plan(), pairs));
        PairTable.add(page, pairs);
    }

    /** Returns what was not checked, by what the ledger holds. */
    public static List<String> unchecked(LedgerView view, Dossier dossier) {
        return Stream.concat(
                        EvidenceSection.unchecked(view, dossier, Pairs.of(view, dossier.id())).stream(),
                        EvidenceSection.unsupplied(dossier).stream())
                .toList();
    }
}
