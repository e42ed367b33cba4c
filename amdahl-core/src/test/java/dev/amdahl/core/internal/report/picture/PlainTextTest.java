package dev.amdahl.core.internal.report.picture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlainTextTest {
    @Test
    void wideSignsTakeTwoColumns() {
        assertThat(PlainText.fit("train", 5)).isEqualTo("train");
        assertThat(PlainText.fit("trainer", 5)).isEqualTo("trai…");
        assertThat(PlainText.fit("训练任务", 8)).isEqualTo("训练任务");
        assertThat(PlainText.fit("训练任务", 7)).isEqualTo("训练任…");
        assertThat(PlainText.fit("🚀🚀🚀", 5)).isEqualTo("🚀🚀…");
        assertThat(PlainText.fit("", 5)).isEmpty();
    }
}
