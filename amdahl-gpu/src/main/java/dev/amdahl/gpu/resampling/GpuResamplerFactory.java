package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.internal.jcuda.CudaNatives;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.ResamplerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Creates the resampler {@code gpu}, which leaves small tests to the resampler {@code cpu}. Setting: {@code open}, {@code late} for a
 * device that is opened once that pays, else at once. Thread-safe.
 */
public final class GpuResamplerFactory implements ResamplerFactory {
    private static final String PROCESSOR = "cpu";

    @Override
    public String name() {
        return "gpu";
    }

    @Override
    public Availability availability() {
        return accelerated()
                .map(ComputeBackendProvider::availability)
                .orElseGet(() -> Availability.unavailable("no backend for an accelerator on the class path"));
    }

    private static Optional<ComputeBackendProvider> accelerated() {
        return ComputeBackends.providers().stream()
                .filter(ComputeBackendProvider::isAccelerated)
                .findFirst();
    }

    @Override
    public Resampler create(PluginContext context) {
        ComputeBackendProvider device = accelerated()
                .filter(provider -> provider.availability().isReady())
                .orElseThrow(() -> new UnavailableException(
                        "resampler gpu", availability().reason(), "choose the resampler auto or cpu", null));
        Resampler processor =
                ServiceLoader.load(ResamplerFactory.class, GpuResamplerFactory.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(factory -> factory.name().equals(PROCESSOR))
                        .findFirst()
                        .map(factory -> factory.create(context))
                        .orElseThrow(() -> new UnavailableException(
                                "resampler gpu",
                                "there is no resampler " + PROCESSOR + " for small tests",
                                "put amdahl-core on the class path",
                                null));
        GpuResampler resampler =
                new GpuResampler(device::open, processor, GpuResampler.Choices.MEASURED, memory(device.name()));
        return context.setting("open").filter("late"::equals).isPresent() ? resampler : resampler.open();
    }

    /** One for each host, as folders of users may be on all of them, and for each of its devices. */
    private static Optional<Path> memory(String backend) {
        try {
            String host = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9.-]", "_");
            int number = Integer.getInteger("amdahl.gpu.device", 0);
            return Optional.of(CudaNatives.cache()
                    .resolve("resampling")
                    .resolve(host + "-" + backend + "-" + number + ".properties"));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
