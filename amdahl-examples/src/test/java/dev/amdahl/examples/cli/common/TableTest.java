package dev.amdahl.examples.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TableTest {
    private static final String PATH = "/data/very/long/path/without/any/space/that/a/line/could/be/broken/at.json";

    private static Table table() {
        Table table = new Table("cause", "what was seen by the rules", "at most");
        table.row("waiting for input data", "the steps wait for the loader for a third of their time", "1.50x");
        table.row("useful work", PATH, "-");
        return table;
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 100})
    void noLineIsLongerThanTheTerminalAndNothingIsLost(int columns) {
        String text = table().toString(columns);

        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        assertThat(text.replaceAll("\\s", "")).contains("1.50x");
        assertThat(text.lines().filter(line -> line.endsWith("1.50x"))).hasSize(1);
    }

    @Test
    void whereNoTerminalIsEachRowIsALine() {
        assertThat(table().toString(Integer.MAX_VALUE).lines()).hasSize(3).anyMatch(line -> line.contains(PATH));
    }

    @Test
    void aLongNameIsBrokenAtItsJoints() {
        Table table = new Table("job", "class");
        table.row("clickstream-train-nightly", "CHECKPOINT_STALL");

        assertThat(table.toString(26).lines().map(String::strip))
                .contains("clickstream-  CHECKPOINT_", "train-        STALL", "nightly");
    }

    @Test
    void columnsWithoutRoomFollowInAnotherTableWithTheFirst() {
        Table table = new Table("job", "held", "wasted", "cost");
        table.row("nightly-train", "77792.3", "66170.0", "194480.87");

        assertThat(table.toString(34)).isEqualTo("""
                job            held     wasted
                nightly-train  77792.3  66170.0

                job            cost
                nightly-train  194480.87
                """);
        assertThat(table.toString(80).lines()).hasSize(2);
    }

    @Test
    void aFigureKeepsItsUnitAndItsDigits() {
        Table table = new Table("effect", "why");
        table.row("-70.8 %", "it needs 12.5 ms and 1234567890.1234 more");

        assertThat(table.toString(24).lines().map(String::strip))
                .contains("-70.8 %  it needs", "12.5 ms and", "1234567890.1234", "more");
    }

    @Test
    void theHeadGivesWayBeforeTheRows() {
        Table table = new Table("of the measured", "change");
        table.row("1", "workers from 0 to 1");

        assertThat(table.toString(30).lines()).hasSize(3);
    }
}
