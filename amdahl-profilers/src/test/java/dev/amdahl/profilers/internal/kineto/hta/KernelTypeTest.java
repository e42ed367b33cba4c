package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What HTA takes a name for, right or wrong. */
final class KernelTypeTest {
    @ParameterizedTest
    @CsvSource({
        "ampere_sgemm_32x32_sliced1x4_nn, COMPUTATION",
        "void ncclDevKernel_AllReduce, COMPUTATION",
        "ncclDevKernel_AllReduce, COMMUNICATION",
        "void ncclKernel_AllReduce, COMMUNICATION",
        "hipMemcpyDtoD, COMMUNICATION",
        "hccl_reduce, COMMUNICATION",
        "Memcpy DtoH (Device -> Pageable), MEMORY",
        "Memset (Device), MEMORY",
        "dma_request, MEMORY",
        "vectorized_memset, COMPUTATION",
        "my Memset, OTHER",
        "Stream Wait Event, OTHER",
        "Context Sync, OTHER",
        "gridSyncKernel, OTHER",
        "cudaLaunchKernel, OTHER",
        "runFunction, OTHER",
        "'', COMPUTATION"
    })
    void theNameDecides(String name, KernelType type) {
        assertThat(KernelType.of(name)).isEqualTo(type);
    }
}
