package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclaredPeaksTest {
    @ParameterizedTest
    @CsvSource({
        "NVIDIA H100 80GB HBM3, 989.5",
        "NVIDIA H100 PCIe, 756.5",
        "NVIDIA H100 NVL, 835.5",
        "NVIDIA H200, 989.5",
        "NVIDIA GH200 480GB, 989.5",
        "NVIDIA B200, 2250",
        "NVIDIA GB200, 2500",
        "NVIDIA A100-SXM4-80GB, 312",
        "NVIDIA A100 80GB PCIe, 312",
        "NVIDIA L40S, 362",
        "AMD Instinct MI300X VF, 1307.4",
        "AMD Instinct MI250X / MI250, 181",
        "AMD Instinct MI250X, 191.5",
        "AMD Instinct MI355X, 2516.6"
    })
    void modelsAreKnownByTheirDriversNames(String model, double bf16) {
        assertThat(DeclaredPeaks.of(model, Map.of()).perSecond()).containsEntry("bf16", bf16 * 1e12);
    }

    @Test
    void whatIsNotDeclaredIsMissingAndWhatIsGivenCounts() {
        assertThat(DeclaredPeaks.of("NVIDIA RTX A4000", Map.of()).perSecond()).isEmpty();
        assertThat(DeclaredPeaks.of("NVIDIA L40S", Map.of()).perSecond()).doesNotContainKeys("fp64", "nvlink");
        DeclaredPeaks given = DeclaredPeaks.of("NVIDIA H200", Map.of("fp64", 34., "link", 400.));
        assertThat(given.perSecond()).containsEntry("fp64", 34e12).containsEntry("fp32", 67e12);
        assertThat(given.link(0)).hasValue(400e9);
        assertThat(DeclaredPeaks.of("NVIDIA H200", Map.of()).link(18)).hasValue(450e9);
        assertThat(DeclaredPeaks.of("NVIDIA H200", Map.of()).link(0)).isEmpty();
    }

    @Test
    void wrongPeaksAreRefused() {
        assertThatThrownBy(() -> DeclaredPeaks.checked("--peak", Map.of("fp12", 1.)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no peak 'fp12'");
        assertThatThrownBy(() -> DeclaredPeaks.checked("--peak", Map.of("bf16", Double.NaN)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("bf16 was NaN");
    }
}
