package dev.amdahl.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.internal.cpu.CpuBackend;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ComputeBackendsTest {

    private record Provider(
            String name, Availability availability, boolean isAccelerated, Supplier<ComputeBackend> opening)
            implements ComputeBackendProvider {
        @Override
        public ComputeBackend open() {
            return opening.get();
        }
    }

    private static final ComputeBackendProvider PROCESSOR =
            new Provider("cpu", Availability.ready(), false, () -> new CpuBackend(1));

    private static Provider device(Availability availability, Supplier<ComputeBackend> opening) {
        return new Provider("device", availability, true, opening);
    }

    private static ComputeBackend lost() {
        throw new DeviceException(DeviceException.Fault.LOST, "gone");
    }

    @Test
    void theProcessorIsAlwaysThereAndLast() {
        List<ComputeBackendProvider> providers = ComputeBackends.providers();

        assertThat(providers.get(providers.size() - 1).name()).isEqualTo("cpu");
        assertThat(providers)
                .allSatisfy(one -> assertThat(one.availability().isReady())
                        .isEqualTo(one.availability().reason().isEmpty()));
    }

    @Test
    void autoTakesTheAcceleratorThatWorks() {
        ComputeBackend opened = new CpuBackend(1);
        assertThat(ComputeBackends.open("auto", List.of(device(Availability.ready(), () -> opened), PROCESSOR)))
                .isSameAs(opened);
    }

    @Test
    void autoGoesOnWithTheProcessorWhereTheAcceleratorIsMissingOrFails() {
        Provider missing = device(Availability.unavailable("no driver"), ComputeBackendsTest::lost);
        Provider failing = device(Availability.ready(), ComputeBackendsTest::lost);

        assertThat(ComputeBackends.open("auto", List.of(missing, failing, PROCESSOR))
                        .name())
                .isEqualTo("cpu");
        assertThat(ComputeBackends.open("auto").device().name()).isNotBlank();
    }

    @Test
    void oneThatIsNamedMustWork() {
        Provider missing = device(Availability.unavailable("no driver"), ComputeBackendsTest::lost);

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> ComputeBackends.open("device", List.of(missing, PROCESSOR)))
                .withMessageContaining("no driver");
        assertThat(ComputeBackends.open("cpu", List.of(missing, PROCESSOR)).name())
                .isEqualTo("cpu");
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> ComputeBackends.open("cuda", List.of(PROCESSOR)))
                .withMessageContaining("'cuda'")
                .withMessageContaining("auto, cpu")
                .withMessageContaining(ComputeBackends.PROPERTY);
    }
}
