package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ArmResult;
import java.util.Optional;

/** Every collected pair in numbers. */
public final class PairTable {
    private PairTable() {}

    /** A folded table. */
    public static void add(Markup page, Pairs pairs) {
        page.open("details").element("summary", Plurals.of(pairs.rows().size(), "pair") + " in numbers");
        page.table("set", "pair", "order", ">baseline", ">variant", ">d", "host", "note");
        for (Pairs.Row row : pairs.rows()) {
            page.open("tr");
            page.element("td", row.set() == 1 ? "first" : "confirmation " + (row.set() - 1));
            page.element("td", row.isWarmUp() ? "warm-up" : "" + row.index());
            page.element("td", row.isVariantFirst() ? "variant, baseline" : "baseline, variant");
            page.element("td", wall(row.baseline()), "class", "n");
            page.element("td", wall(row.variant()), "class", "n");
            page.element("td", d(row), "class", "n");
            page.said("td", row.result().host());
            page.said("td", note(row)).close();
        }
        page.endTable().close();
    }

    /** Returns one pair in a line. */
    static String words(Pairs.Row row) {
        String note = note(row);
        return "pair " + row.index() + ": " + wall(row.baseline()) + " to " + wall(row.variant()) + ", d " + d(row)
                + (note.isEmpty() ? "" : ", " + note);
    }

    private static String note(Pairs.Row row) {
        if (row.result().voidReason().isPresent()) {
            return "void: " + row.result().voidReason().get();
        }
        if (row.isWarmUp()) {
            return "excluded as warm-up";
        }
        if (!row.result().mismatches().isEmpty()) {
            return "output differs: " + String.join(", ", row.result().mismatches());
        }
        String attempt =
                row.run().plan().attempt() > 1 ? "attempt " + row.run().plan().attempt() : "";
        return row.result().logRatio().isEmpty() ? "not measured" : attempt;
    }

    private static String wall(Optional<ArmResult> arm) {
        return arm.filter(known -> known.wallSeconds().isPresent())
                .map(known -> Numbers.text("%.3f s", known.wallSeconds().orElseThrow()))
                .orElse("not measured");
    }

    private static String d(Pairs.Row row) {
        return row.result().logRatio().isEmpty()
                ? "-"
                : Numbers.text("%+.4f", row.result().logRatio().getAsDouble());
    }
}
