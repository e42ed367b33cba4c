package dev.amdahl.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PluralsTest {
    @Test
    void nounsStandInTheNumberOfTheirCount() {
        assertThat(Plurals.of(1, "vote")).isEqualTo("1 vote");
        assertThat(Plurals.of(0, "vote")).isEqualTo("0 votes");
        assertThat(Plurals.of(1_204, "hypothesis")).isEqualTo("1,204 hypotheses");
        assertThat(Plurals.of(1, "hypothesis")).isEqualTo("1 hypothesis");
        assertThat(Plurals.of(2, "family")).isEqualTo("2 families");
        assertThat(Plurals.of(2, "day")).isEqualTo("2 days");
        assertThat(Plurals.of(1, "line", "is", "are")).isEqualTo("1 line is");
        assertThat(Plurals.of(2_000, "line", "is", "are")).isEqualTo("2,000 lines are");
        assertThat(Plurals.of(3, "loss")).isEqualTo("3 losses");
    }
}
