package dev.amdahl.core.schedulers.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DevicesTest {
    @Test
    void anEmptyListAndMinusOneLetNothingBeSeen() {
        assertThat(Devices.visible("").orElseThrow()).isEmpty();
        assertThat(Devices.visible(" ").orElseThrow()).isEmpty();
        assertThat(Devices.visible("-1").orElseThrow()).isEmpty();
        assertThat(Devices.visible("1, 3").orElseThrow()).containsExactly("1", "3");
    }

    @Test
    void whatNobodyCanReadSaysNothing() {
        assertThat(Devices.visible("all")).isEmpty();
        assertThat(Devices.visible("0,0")).isEmpty();
    }
}
