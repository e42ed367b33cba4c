package dev.amdahl.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LoadReportTest {
    @Test
    void aGapInWhichAnotherPromptIsReadIsInterference() {
        long ms = 1_000_000;
        Answered held = stream(0, 10 * ms, 20 * ms, 30 * ms, 130 * ms, 140 * ms);
        Answered reader = stream(1, 129 * ms, 139 * ms, 149 * ms);
        Answered later = stream(2, 300 * ms, 310 * ms, 320 * ms);

        assertThat(LoadReport.interference(List.of(held, reader))).isEqualTo(90.0 / 150);
        assertThat(LoadReport.interference(List.of(held, later))).isZero();
        assertThat(LoadReport.interference(List.of(held))).isNaN();
    }

    private static Answered stream(int index, Long... tokens) {
        return new Answered(
                index, 0, 0, tokens[0], tokens[tokens.length - 1], List.of(tokens), tokens.length, "", null);
    }
}
