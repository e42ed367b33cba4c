package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RequiresTest {
    @Test
    void presentProgramIsReturned() {
        assertThat(Requires.program("sh")).isExecutable().hasFileName("sh");
    }

    @Test
    void missingProgramAbortsTheTestWithItsName() {
        assertThatThrownBy(() -> Requires.program("no-such-program"))
                .hasMessage(Requires.PREFIX + "program no-such-program");
    }

    @Test
    void missingDataAbortsTheTestWithItsPath() {
        assertThatThrownBy(() -> Requires.data("no/such/data")).hasMessage(Requires.PREFIX + "data no/such/data");
    }

    @Test
    void tooFewProcessorsAbortTheTest() {
        Requires.processors(1);
        assertThatThrownBy(() -> Requires.processors(Integer.MAX_VALUE))
                .hasMessageStartingWith(Requires.PREFIX + "processors");
    }
}
