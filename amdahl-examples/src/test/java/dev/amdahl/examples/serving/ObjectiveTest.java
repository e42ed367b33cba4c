package dev.amdahl.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ObjectiveTest {
    private static final long MS = 1_000_000;

    /** Due at 0, sent late, first token after 50 ms, then every 20 ms. */
    private static final Answered STREAM =
            new Answered(0, 0, 10 * MS, 50 * MS, 110 * MS, List.of(50 * MS, 70 * MS, 90 * MS, 110 * MS), 4, "", null);

    private static boolean isMet(String text) {
        return Objective.parse("--objective", text).isMetBy(STREAM);
    }

    @Test
    void allBoundsMustBeKept() {
        assertThat(isMet("latency<=110ms")).isTrue();
        assertThat(isMet("latency<=109ms")).isFalse();
        assertThat(isMet("first <= 50ms, token<=20ms,latency<=1s")).isTrue();
        assertThat(isMet("first<=50ms, token<=19ms")).isFalse();
    }

    @Test
    void whatWasNotAnsweredKeepsNone() {
        Objective wide = Objective.parse("--objective", "latency<=60m");

        assertThat(wide.isMetBy(Answered.failed(0, 0, 0, 1, "status 503"))).isFalse();
    }

    @Test
    void anythingElseIsRefusedWithAnExample() {
        for (String text : new String[] {"", "p99<=1s", "latency>=1s", "latency<=soon", "latency<=1"}) {
            assertThatThrownBy(() -> Objective.parse("--objective", text))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("write it like latency<=200ms");
        }
    }
}
