package dev.amdahl.gpu;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Selects a {@link ComputeBackend} by name. */
public final class ComputeBackends {
    /** The system property that names the backend: {@code auto} (the default), {@code cpu} or {@code jcuda}. */
    public static final String PROPERTY = "amdahl.gpu.backend";

    private static final String AUTO = "auto";
    private static final Logger LOG = LoggerFactory.getLogger(ComputeBackends.class);

    private ComputeBackends() {}

    /** Returns every provider that can be loaded, those with an accelerator first. */
    public static List<ComputeBackendProvider> providers() {
        List<ComputeBackendProvider> providers = new ArrayList<>();
        Iterator<ComputeBackendProvider> found = ServiceLoader.load(
                        ComputeBackendProvider.class, ComputeBackends.class.getClassLoader())
                .iterator();
        while (true) {
            try {
                if (!found.hasNext()) {
                    break;
                }
                providers.add(found.next());
            } catch (ServiceConfigurationError | LinkageError broken) {
                LOG.warn("a compute backend cannot be loaded: {}", broken.toString());
            }
        }
        providers.sort(Comparator.comparing(provider -> !provider.isAccelerated()));
        return List.copyOf(providers);
    }

    /**
     * Opens the backend that the system property names.
     *
     * @see #open(String)
     */
    public static ComputeBackend open() {
        return open(System.getProperty(PROPERTY, AUTO));
    }

    /**
     * Opens a backend by name; {@code auto} takes the accelerator if it works and else the processor, and says why in one line of log.
     *
     * @throws InvalidInputException if none has that name
     * @throws UnavailableException if the one named does not work here
     */
    public static ComputeBackend open(String name) {
        return open(name, providers());
    }

    static ComputeBackend open(String name, List<ComputeBackendProvider> providers) {
        if (name.equals(AUTO)) {
            return first(providers);
        }
        ComputeBackendProvider provider = providers.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "setting " + PROPERTY,
                        "no backend is named '" + name + "'",
                        "choose one of: " + AUTO + ", "
                                + providers.stream()
                                        .map(ComputeBackendProvider::name)
                                        .collect(Collectors.joining(", "))));
        Availability availability = provider.availability();
        if (!availability.isReady()) {
            throw new UnavailableException(
                    "compute backend " + name, availability.reason(), "choose " + AUTO + " to go on without it", null);
        }
        return provider.open();
    }

    private static ComputeBackend first(List<ComputeBackendProvider> providers) {
        List<String> reasons = new ArrayList<>();
        for (ComputeBackendProvider provider : providers) {
            Optional<ComputeBackend> opened = tried(provider, reasons);
            if (opened.isPresent()) {
                if (!reasons.isEmpty()) {
                    LOG.info("computing on {}: {}", provider.name(), String.join("; ", reasons));
                }
                return opened.get();
            }
        }
        throw new IllegalStateException("no compute backend works, not even the processor's: " + reasons);
    }

    private static Optional<ComputeBackend> tried(ComputeBackendProvider provider, List<String> reasons) {
        Availability availability = provider.availability();
        String reason = availability.reason();
        if (availability.isReady()) {
            try {
                return Optional.of(provider.open());
            } catch (AmdahlException e) {
                reason = String.valueOf(e.getMessage());
            }
        }
        reasons.add(provider.name() + " is not available: " + reason);
        return Optional.empty();
    }
}
