package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The published figures of the panel; written anew with {@code -Damdahl.refutation=write}. */
class RefutationTableTest {
    private static final Path PAGE = Path.of("..", "docs", "refutation.md");
    private static final int DRAWS = 400;
    private static final int PARAMETERS = 20;
    private static final String BEGIN = "<!-- measured -->";
    private static final String END = "<!-- end of measured -->";

    @Test
    void everyTrapIsInThePublishedTable() throws IOException {
        if ("write".equals(System.getProperty("amdahl.refutation"))) {
            String page = Files.readString(PAGE);
            Files.writeString(
                    PAGE,
                    page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
                            + "\n" + measured() + "\n"
                            + page.substring(page.indexOf(END)));
        }
        String page = Files.readString(PAGE);

        assertThat(TwentyTraps.ALL)
                .hasSize(20)
                .allSatisfy(trap -> assertThat(page).contains("| " + trap.name() + " |"));
    }

    private static String measured() {
        List<String> lines = new ArrayList<>();
        lines.add("| trap | naive win | own check | panel | target | drawn: naive win | drawn: panel"
                + " | worst tenth | with -2 % | misstated |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|");
        for (TrapCase trap : TwentyTraps.ALL) {
            TrapRow row = TrapRow.measure(trap, DRAWS, PARAMETERS);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %.3f | %.3f | %.3f | %.2f | %.3f | %.3f | %.3f | %.3f | %.3f |",
                    trap.name(),
                    row.naive(),
                    row.check(),
                    row.panel(),
                    trap.target(),
                    row.drawnNaive(),
                    row.drawnPanel(),
                    row.worstDecile(),
                    row.mixed(),
                    row.misstated()));
        }
        lines.add("");
        lines.add("| true effect | pairs | wins | refuted by the panel | by the check that fires most |");
        lines.add("|---|---|---|---|---|");
        for (double[] clean : new double[][] {{-.05, 24}, {-.10, 16}, {-.03, 40}, {-.012, 120}}) {
            CleanRow row = CleanRow.measure(clean[0], (int) clean[1], 5 * DRAWS);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %.1f %% | %d | %d | %.4f | %.4f |",
                    100 * clean[0],
                    row.pairs(),
                    row.wins(),
                    row.refuted() / (double) row.wins(),
                    row.mostByOneCheck() / (double) row.wins()));
        }
        return String.join("\n", lines);
    }
}
