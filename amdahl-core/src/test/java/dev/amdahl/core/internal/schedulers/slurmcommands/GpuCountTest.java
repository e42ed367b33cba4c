package dev.amdahl.core.internal.schedulers.slurmcommands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GpuCountTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "billing=1,cpu=1,gres/gpu=4,gres/gpu:h200=4,node=1; 1; h200; 4",
                "gres/gpu=1; 1; unknown; 1",
                "gres/gpu:H200=3,gres/gpu:a100=1,gres/gpu=4; 1; mixed; 4",
                "gres:gpu:h200:2; 3; h200; 6",
                "gres/gpu:8; 2; unknown; 16",
                "gres:gpu; 1; unknown; 1",
                "gres:gpu:a100; 2; a100; 2"
            })
    void wordsForAcceleratorsAreRead(String text, int times, String type, int count) {
        assertThat(GpuCount.ofTres(text, times)).contains(new Accelerators(type, count));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"''", "cpu=1,mem=2G,node=1", "gres/gpu=0", "gres/gpumem=4", "gres/fpga=2", "N/A"})
    void otherResourcesAreNone(String text) {
        assertThat(GpuCount.ofTres(text, 1)).isEqualTo(Optional.empty());
    }

    @Test
    void eachNodeOfARunningJobTellsItsOwn() {
        assertThat(GpuCount.ofDetails(List.of("gpu:h200:2(IDX:0-1)", "gpu:h200:1(IDX:3)", "fpga:1(IDX:0)")))
                .contains(new Accelerators("h200", 3));
        assertThat(GpuCount.ofDetails(List.of())).isEmpty();
    }
}
