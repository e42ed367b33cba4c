package dev.amdahl.spi.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LeverSettingTest {
    @Test
    void aTargetHasWordsForPeople() {
        assertThat(List.of(
                        new LeverSetting.Environment("WORKERS"),
                        new LeverSetting.Argument("{mode}"),
                        new LeverSetting.AcceleratorCount(),
                        new LeverSetting.PowerCap(),
                        new LeverSetting.ShellCommand(),
                        new LeverSetting.Undeclared()))
                .extracting(LeverSetting.Target::words)
                .containsExactly(
                        "variable WORKERS",
                        "argument {mode}",
                        "number of accelerators",
                        "limit of power",
                        "command",
                        "no declared lever");
    }
}
