package dev.amdahl.profilers.internal.nsys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.profiler.ProfilerFactory;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class NsysDiscoveryTest {

    @Test
    void bothReadersAreFoundAndReady() {
        assertThat(ServiceLoader.load(ProfilerFactory.class))
                .filteredOn(factory -> factory.name().startsWith("nsys"))
                .allSatisfy(
                        factory -> assertThat(factory.availability().isReady()).isTrue())
                .extracting(ProfilerFactory::name)
                .containsExactlyInAnyOrder("nsys", "nsys-stats");
    }
}
