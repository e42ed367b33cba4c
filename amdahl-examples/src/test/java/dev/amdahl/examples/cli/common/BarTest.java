package dev.amdahl.examples.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BarTest {
    @Test
    void aLongNameLeavesRoomForTheTimeLeft() {
        assertThat(Bar.shortened("reading runs")).isEqualTo("reading runs");
        assertThat(Bar.shortened("reading resnet50_num_workers_0.A.pt.trace.json.gz"))
                .isEqualTo("reading resnet...trace.json.gz")
                .hasSize(30);
    }
}
