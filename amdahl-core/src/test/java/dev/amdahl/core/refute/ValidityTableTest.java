package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.refute.check.Check;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the ways to an invalid result says of each what stands in its way, and names checks that there are. */
class ValidityTableTest {
    private static final Path PAGE = Path.of("..", "docs", "refutation.md");
    private static final String HEADING = "## Ways to a result that is not valid\n";
    private static final Pattern ROW = Pattern.compile("\\| ([a-z0-9-]+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    private record Row(String id, String decided, String how) {
        List<String> named() {
            return QUOTED.matcher(how).results().map(match -> match.group(1)).toList();
        }
    }

    private static List<Row> rows() throws IOException {
        return ROW.matcher(section())
                .results()
                .map(ValidityTableTest::row)
                .filter(row -> !row.id().equals("id"))
                .toList();
    }

    /** The part of the page below its heading. */
    private static String section() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(HEADING);
        String below = page.substring(page.indexOf(HEADING) + HEADING.length());
        return below.substring(0, below.indexOf("\n## "));
    }

    private static Row row(MatchResult match) {
        return new Row(match.group(1), match.group(3), match.group(4));
    }

    private static Set<String> checks() {
        return Stream.concat(Checklist.STATISTICAL.stream(), Checklist.FACTS.stream())
                .map(Check::name)
                .collect(Collectors.toSet());
    }

    @Test
    void everyWayThatAWholeJobCanTakeHasOneRow() throws IOException {
        List<String> ways = new ArrayList<>();
        try (InputStream stream =
                Objects.requireNonNull(ValidityTableTest.class.getResourceAsStream("/validity.json"))) {
            for (JsonNode way : new ObjectMapper().readTree(stream).path("issues")) {
                if (!way.path("level").asText().equals("kernel")) {
                    ways.add(way.path("id").asText());
                }
            }
        }

        assertThat(ways).hasSize(82);
        assertThat(rows()).extracting(Row::id).containsExactlyElementsOf(ways);
    }

    @Test
    void everyRowSaysHowItIsDecidedAndNamesChecksThatThereAre() throws IOException {
        Set<String> named = new HashSet<>();
        for (Row row : rows()) {
            assertThat(row.decided()).as(row.id()).isIn("check", "by construction", "needs a record");
            assertThat(checks()).as(row.id()).containsAll(row.named());
            assertThat(row.named().isEmpty() && row.decided().equals("check"))
                    .as(row.id())
                    .isFalse();
            named.addAll(row.named());
        }
        assertThat(named).hasSizeGreaterThan(15);
    }

    @Test
    void theCountsInTheTextAreThoseOfTheTable() throws IOException {
        List<Row> rows = rows();
        String text = section().replaceAll("\\s+", " ");

        assertThat(text)
                .contains("Of " + rows.size() + ", " + count(rows, "check") + " have a check, "
                        + count(rows, "by construction") + " are excluded by construction and "
                        + count(rows, "needs a record") + " need a record");
    }

    private static long count(List<Row> rows, String decided) {
        return rows.stream().filter(row -> row.decided().equals(decided)).count();
    }
}
