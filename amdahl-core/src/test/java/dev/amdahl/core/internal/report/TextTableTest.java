package dev.amdahl.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TextTableTest {

    @Test
    void columnsAreAlignedByTheirWidestCell() {
        String table =
                TextTable.of("job", ">pairs").row("a", "8").row("nightly", "16").render();
        assertThat(table).isEqualTo("""
                job      pairs
                -------  -----
                a            8
                nightly     16
                """);
    }

    @Test
    void wideCellsWrapBetweenWordsAndNothingIsLost() {
        String words = "one two three four five six seven eight nine ten";
        String table = TextTable.of("job", "reason").row("a", words).width(30).render();
        assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(30));
        assertThat(table.lines().skip(2).map(line -> line.substring(5).strip()).toList())
                .hasSizeGreaterThan(1)
                .satisfies(lines -> assertThat(String.join(" ", lines)).isEqualTo(words));
    }

    @Test
    void noWordIsCutWhereAllWordsHaveRoom() {
        TextTable table = TextTable.of("job", "class", ">effect")
                .row("clickstream-train", "INPUT_STARVATION", "-27.5\u00a0% [-35.2,\u00a0-21.5]")
                .width(53);
        assertThat(table.fits()).isFalse();
        assertThat(table.render()).isEqualTo("""
                job                class                     effect
                -----------------  ----------------  --------------
                clickstream-train  INPUT_STARVATION         -27.5 %
                                                     [-35.2, -21.5]
                """);
        assertThat(table.width(46).render()).isEqualTo("""
                job           class               effect
                ------------  ----------  --------------
                clickstream-  INPUT_             -27.5 %
                train         STARVATION  [-35.2, -21.5]
                """);
    }

    @Test
    void linesOfACellStandBelowEachOther() {
        String table = TextTable.of("job", ">pairs")
                .stacked(List.of(List.of("nightly", "SYNC_STALL"), List.of("8")))
                .render();
        assertThat(table).isEqualTo("""
                job         pairs
                ----------  -----
                nightly         8
                SYNC_STALL
                """);
    }

    @Test
    void aWordWithoutBreaksIsCutAnywhere() {
        String word = "x".repeat(300);
        String table = TextTable.of("a", "b").row(word, "y").width(40).render();
        assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
        assertThat(table.chars().filter(c -> c == 'x').count()).isEqualTo(300);
    }

    @Test
    void manyColumnsStayReadableEvenWhenTheyCannotFit() {
        String[] names = new String[40];
        Arrays.fill(names, "column");
        assertThat(TextTable.of(names).row(names).render().lines()).hasSize(3);
    }

    @Test
    void terminalControlsOfACellAreShownAsQuestionMarks() {
        String table = TextTable.of("a").row("\u001b[31mred\u202e\nnext\ud800").render();
        assertThat(table).contains("?[31mred? next?").doesNotContain("\u001b", "\u202e");
    }

    @Test
    void aRowOfAnotherLengthIsRefused() {
        assertThatThrownBy(() -> TextTable.of("a", "b").row("only"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 cells");
    }
}
