package dev.amdahl.core.internal.timeline.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.detect.Detection;
import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What names of kernels tell of a run of 100 us, and what the rules make of it. */
final class KernelTraitTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "softmax_frac|void (anonymous namespace)::softmax_warp_forward<float, float, float, 8, false>|.4",
                "softmax_frac|void pytorch_flash::flash_fwd_kernel<Softmax>|0",
                "unaligned_matmul_frac|void cutlass::Kernel<cutlass_75_tensorop_s1688gemm_64x64_nn_align1>|.4",
                "unaligned_matmul_frac|void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_64x64_nn_align16>|0",
                "earlier_kernel_frac|void cutlass::Kernel<cutlass_75_tensorop_s1688gemm_64x64_nn_align1>|.4",
                "earlier_kernel_frac|volta_sgemm_128x64_nn|.4",
                "earlier_kernel_frac|sm80_xmma_dgrad_implicit_gemm_tf32f32_nhwckrsc_nhwc_cudnn|.4",
                "earlier_kernel_frac|sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n|0",
                "earlier_kernel_frac|nvjet_tst_64x16_64x16_2x4_2cta_h_bz_bias_TNT|0",
                "fp32_matmul_frac|volta_sgemm_128x64_nn|.4",
                "fp32_matmul_frac|void implicit_convolve_sgemm<float, float, 1024, 5, 5, 3>|.4",
                "fp32_matmul_frac|ampere_tf32_s1688gemm_128x64|0",
                "fp32_matmul_frac|void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_64x64>|0"
            })
    void timeOfATraitIsAShareOfTheRun(String metric, String kernel, double share) {
        assertThat(KernelTrait.metrics(timeline(kernel), 0, 100_000, 100_000)).containsEntry(metric, share);
    }

    @Test
    void withoutKernelsNothingIsMeasured() {
        Timeline copies = new TraceFixture()
                .work(0, 7, Activity.COPY, "softmax", 0, 40, -1)
                .build();
        assertThat(KernelTrait.metrics(copies, 0, 100, 100)).isEmpty();
    }

    @Test
    void ruleThatFiresIsBoundByTheTimeThatItNames() {
        Diagnosis diagnosis = Diagnose.diagnose("job", timeline("softmax_warp_forward"), List.of());

        assertThat(Detectors.of(diagnosis))
                .filteredOn(detection -> detection.rule().equals("amdahl.unfused-attention"))
                .singleElement()
                .satisfies(KernelTraitTest::isBounded);
    }

    private static void isBounded(Detection detection) {
        double named = requireNonNull(detection.evidence().get(0).value());
        assertThat(named).isGreaterThan(.3).isLessThan(.6);
        assertThat(detection.wallCeiling()).isEqualTo(1 / (1 - named));
    }

    /** A kernel of 40 us, half of it beside itself on another stream, and one of 60. */
    private static Timeline timeline(String kernel) {
        return new TraceFixture()
                .work(0, 7, Activity.KERNEL, kernel, 0, 40_000, 1)
                .work(0, 8, Activity.KERNEL, kernel, 20_000, 40_000, 2)
                .work(0, 7, Activity.KERNEL, "gemm", 40_000, 100_000, 3)
                .build();
    }
}
