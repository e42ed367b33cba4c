package dev.amdahl.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountTest {
    @Test
    void nounsStandInTheNumberOfTheirCount() {
        assertThat(Count.of(1, "vote")).isEqualTo("1 vote");
        assertThat(Count.of(0, "vote")).isEqualTo("0 votes");
        assertThat(Count.of(1_204, "hypothesis")).isEqualTo("1,204 hypotheses");
        assertThat(Count.of(1, "hypothesis")).isEqualTo("1 hypothesis");
        assertThat(Count.of(2, "family")).isEqualTo("2 families");
        assertThat(Count.of(2, "day")).isEqualTo("2 days");
        assertThat(Count.of(1, "line", "is", "are")).isEqualTo("1 line is");
        assertThat(Count.of(2_000, "line", "is", "are")).isEqualTo("2,000 lines are");
        assertThat(Count.of(3, "loss")).isEqualTo("3 losses");
    }
}
