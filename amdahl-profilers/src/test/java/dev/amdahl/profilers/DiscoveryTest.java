package dev.amdahl.profilers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.profiler.ProfilerFactory;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class DiscoveryTest {

    @Test
    void theReadersAreFoundByName() {
        assertThat(ServiceLoader.load(ProfilerFactory.class))
                .extracting(ProfilerFactory::name)
                .doesNotHaveDuplicates()
                .contains("kineto", "process", "folded", "perf-script", "correlated-stacks")
                .contains("bpf-text", "bpftrace-json", "jfr")
                .contains(
                        "dcgm",
                        "monitor",
                        "ncu",
                        "nvidia-smi",
                        "torch-memory",
                        "rocprofv3",
                        "xplane",
                        "flight-recorder");
        assertThat(ServiceLoader.load(ProfilerFactory.class))
                .filteredOn(factory -> factory.name().equals("kineto"))
                .allSatisfy(
                        factory -> assertThat(factory.availability().isReady()).isTrue());
    }
}
