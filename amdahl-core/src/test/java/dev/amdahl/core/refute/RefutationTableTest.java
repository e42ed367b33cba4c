package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published figures of the panel; rewritten with {@code -Damdahl.refutation=write}. */
class RefutationTableTest {
    private static final Path PAGE = Path.of("..", "docs", "refutation.md");
    private static final int DRAWS = 400;
    private static final int PARAMETERS = 20;
    private static final String BEGIN = "<!-- measured -->";
    private static final String END = "<!-- end of measured -->";

    @BeforeAll
    static void write() throws IOException {
        if ("write".equals(System.getProperty("amdahl.refutation"))) {
            String page = Files.readString(PAGE);
            Files.writeString(
                    PAGE,
                    page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
                            + "\n" + measured() + "\n"
                            + page.substring(page.indexOf(END)));
        }
    }

    @Test
    void everyTrapIsInThePublishedTable() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(TwentyTraps.ALL)
                .hasSize(20)
                .allSatisfy(trap -> assertThat(page).contains("| " + trap.name() + " |"));
    }

    static List<String> rows() {
        return Requires.fullSize() ? List.of("order", "output") : List.of("order");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void publishedRowsAreWhatIsDrawn(String name) throws IOException {
        assertThat(Files.readString(PAGE)).contains(line(named(name)));
    }

    @Test
    void publishedWinsWithNothingTheMatterAreWhatIsDrawn() throws IOException {
        assertThat(Files.readString(PAGE)).contains(line(-.10, 16));
    }

    @Test
    @Tag("long")
    void thePublishedTableIsWhatIsDrawn() throws IOException {
        assertThat(Files.readString(PAGE)).contains(measured());
    }

    private static TrapCase named(String name) {
        return TwentyTraps.ALL.stream()
                .filter(trap -> trap.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String measured() {
        List<String> lines = new ArrayList<>();
        lines.add("| trap | naive win | own check | panel | target | drawn: naive win | drawn: panel"
                + " | worst tenth | with -2 % | misstated |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|");
        TwentyTraps.ALL.forEach(trap -> lines.add(line(trap)));
        lines.add("");
        lines.add("| true effect | pairs | wins | refuted | more pairs asked for | by the check that does most |");
        lines.add("|---|---|---|---|---|---|");
        for (double[] clean : new double[][] {{-.05, 24}, {-.10, 16}, {-.03, 40}, {-.012, 120}}) {
            lines.add(line(clean[0], (int) clean[1]));
        }
        return String.join("\n", lines);
    }

    private static String line(TrapCase trap) {
        TrapRow row = TrapRow.measure(trap, DRAWS, PARAMETERS);
        return String.format(
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
                row.misstated());
    }

    private static String line(double effect, int pairs) {
        CleanRow row = CleanRow.measure(effect, pairs, 5 * DRAWS);
        return String.format(
                Locale.ROOT,
                "| %.1f %% | %d | %d | %.4f | %.4f | %.4f |",
                100 * effect,
                row.pairs(),
                row.wins(),
                row.refuted() / (double) row.wins(),
                row.unsettled() / (double) row.wins(),
                row.mostByOneCheck() / (double) row.wins());
    }
}
