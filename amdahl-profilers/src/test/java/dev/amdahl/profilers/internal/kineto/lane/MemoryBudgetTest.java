package dev.amdahl.profilers.internal.kineto.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import org.junit.jupiter.api.Test;

final class MemoryBudgetTest {
    @Test
    void theRoomIsKept() {
        MemoryBudget room = new MemoryBudget("file", 1000);
        assertThat(room.takeIfPlenty(400)).isTrue();
        assertThat(room.takeIfPlenty(400)).isFalse();
        room.take(600);
        assertThatThrownBy(() -> room.take(1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("-Xmx");
    }
}
