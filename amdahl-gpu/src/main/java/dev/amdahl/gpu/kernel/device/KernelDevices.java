package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.refine.Sandbox;
import java.time.Duration;
import java.util.List;

/** Selects a {@link KernelDevice} by name. */
public final class KernelDevices {
    private static final String AUTO = "auto";
    private static final String EMULATED = "emulated";
    private static final Duration EMULATED_LIMIT = Duration.ofSeconds(5);
    private static final Duration DEVICE_LIMIT = Duration.ofSeconds(60);

    private KernelDevices() {}

    /**
     * Opens a device: {@code jcuda}, {@code emulated}, or with {@code auto} the accelerator where there is one.
     *
     * @param sandbox where kernels are compiled and run
     * @throws InvalidInputException if none has that name
     * @throws dev.amdahl.spi.AmdahlException if the one named does not work here
     */
    public static KernelDevice open(String name, Sandbox sandbox) {
        List<ComputeBackendProvider> accelerated = ComputeBackends.providers().stream()
                .filter(ComputeBackendProvider::isAccelerated)
                .toList();
        if (name.equals(EMULATED)) {
            return EmulatedDevice.open(sandbox, EMULATED_LIMIT);
        }
        if (name.equals(AUTO)) {
            return accelerated.stream()
                    .filter(provider -> provider.availability().isReady())
                    .findFirst()
                    .map(provider -> onDevice(provider.name(), sandbox))
                    .orElseGet(() -> EmulatedDevice.open(sandbox, EMULATED_LIMIT));
        }
        if (accelerated.stream().noneMatch(provider -> provider.name().equals(name))) {
            throw new InvalidInputException(
                    "--backend", "no kernel device is named '" + name + "'", "choose auto, emulated or jcuda");
        }
        return onDevice(name, sandbox);
    }

    /** In the sandbox where the device can be used there, else without it, which the description tells. */
    private static KernelDevice onDevice(String name, Sandbox sandbox) {
        String model;
        String architecture;
        try (ComputeBackend backend = ComputeBackends.open(name)) {
            model = backend.device().name();
            architecture = backend.device().architecture();
        }
        CudaDevice confined = new CudaDevice(name, model, DEVICE_LIMIT, sandbox, architecture);
        return confined.refusal()
                .<KernelDevice>map(why -> new CudaDevice(name, model + ", without a sandbox: " + why, DEVICE_LIMIT))
                .orElse(confined);
    }
}
