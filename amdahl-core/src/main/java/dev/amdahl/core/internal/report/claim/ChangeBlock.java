package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;

/** What would be changed, as a diff: the lines of a patch, or each lever with its value before and after. */
public final class ChangeBlock {
    private static final int MAX_LINES = 400;
    private static final int MAX_LENGTH = 400;

    private ChangeBlock() {}

    /** The diff; of a very long one its beginning, and how much is left out. */
    public static void add(Markup page, Change change) {
        page.open("pre", "class", "diff", "tabindex", "0");
        if (change instanceof PatchChange patch) {
            patch.diff().lines().limit(MAX_LINES).forEach(line -> line(page, line));
            long more = patch.diff().lines().count() - MAX_LINES;
            if (more > 0) {
                line(page, "@@ not shown: " + Plurals.of(more, "more line") + " @@");
            }
        } else {
            for (LeverSetting setting : ((ConfigChange) change).settings()) {
                if (setting.target() instanceof LeverSetting.Undeclared) {
                    line(page, "@@ " + setting.lever() + ": no such lever is declared @@");
                } else {
                    line(page, "-" + setting.lever() + ": " + setting.from());
                    line(page, "+" + setting.lever() + ": " + setting.to());
                }
            }
        }
        page.close();
    }

    private static void line(Markup page, String line) {
        String style =
                line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : line.startsWith("@") ? "hunk" : "";
        page.element("span", PlainText.cut(line.isEmpty() ? " " : line, MAX_LENGTH), "class", style);
    }
}
