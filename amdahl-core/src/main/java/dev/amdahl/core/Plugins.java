package dev.amdahl.core;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.PluginFactory;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.BuilderFactory;
import dev.amdahl.spi.experiment.PromotionGateFactory;
import dev.amdahl.spi.experiment.RefuterFactory;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.ResamplerFactory;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.hypothesis.AdvisorFactory;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;
import dev.amdahl.spi.job.FleetSourceFactory;
import dev.amdahl.spi.llm.LlmBackendFactory;
import dev.amdahl.spi.profiler.ProfilerFactory;
import dev.amdahl.spi.profiler.SiteFinderFactory;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The plugins on the class path: one inspectable look, nothing is created by it. One broken provider does not hide the rest. The
 * loop never calls this by itself. Immutable.
 */
public final class Plugins {
    private static final List<Class<? extends PluginFactory<?>>> KINDS = List.of(
            FleetSourceFactory.class,
            SchedulerFactory.class,
            BuilderFactory.class,
            ProfilerFactory.class,
            SiteFinderFactory.class,
            AdvisorFactory.class,
            LlmBackendFactory.class,
            RefuterFactory.class,
            PromotionGateFactory.class,
            IdeaSourceFactory.class,
            ResamplerFactory.class);

    /** The resampler of a device where there is one, opened once that pays, and else of the processor. */
    public static final String AUTO = "auto";

    private static final String DEVICE = "gpu";
    private static final String PROCESSOR = "cpu";

    private static final ClassLoader OWN = Plugins.class.getClassLoader();

    private final List<Found> found;
    private final Map<String, PluginFactory<?>> factories;

    private Plugins(List<Found> found, Map<String, PluginFactory<?>> factories) {
        this.found = List.copyOf(found);
        this.factories = Map.copyOf(factories);
    }

    /**
     * One plugin.
     *
     * @param kind its interface, such as {@code scheduler}
     * @param name the name to select it by; for a provider that cannot be loaded, its class
     * @param availability ready, or why not
     * @param origin the jar or folder it comes from; empty text when unknown
     */
    public record Found(String kind, String name, Availability availability, String origin) {}

    /**
     * Looks at the class path of this class.
     *
     * @throws AmdahlException if two plugins of one kind have the same name, naming both origins
     */
    public static Plugins discover() {
        return discover(OWN);
    }

    /**
     * Looks at the class path of this class, and at the jars of a folder, which see that class path.
     *
     * @throws InvalidInputException if it is not a folder, or holds no jar
     * @throws AmdahlException if two plugins of one kind have the same name, naming both origins
     */
    public static Plugins discover(Path folder) {
        List<URL> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path jar : files) {
                jars.add(jar.toUri().toURL());
            }
        } catch (IOException e) {
            throw new InvalidInputException(folder.toString(), "is not a folder that can be read", "check the path", e);
        }
        if (jars.isEmpty()) {
            throw new InvalidInputException(folder.toString(), "holds no jar", "put the plugins' jars there");
        }
        return discover(new URLClassLoader(jars.toArray(URL[]::new), OWN));
    }

    /**
     * Looks at all that a class loader sees. It has to see the classes of this library through its parents.
     *
     * @throws AmdahlException if two plugins of one kind have the same name, naming both origins
     */
    public static Plugins discover(ClassLoader loader) {
        List<Found> found = new ArrayList<>();
        Map<String, PluginFactory<?>> factories = new HashMap<>();
        for (Class<? extends PluginFactory<?>> kind : KINDS) {
            look(kind, loader, found, factories);
        }
        return new Plugins(found, factories);
    }

    private static <F extends PluginFactory<?>> void look(
            Class<F> type, ClassLoader loader, List<Found> found, Map<String, PluginFactory<?>> factories) {
        String kind = kind(type);
        List<ServiceLoader.Provider<F>> providers = new ArrayList<>();
        try {
            ServiceLoader.load(type, loader).stream().forEach(providers::add);
        } catch (ServiceConfigurationError broken) {
            found.add(new Found(kind, "?", Availability.unavailable(String.valueOf(broken.getMessage())), ""));
        }
        for (ServiceLoader.Provider<F> provider : providers) {
            String origin = origin(provider.type());
            F factory;
            String name;
            try {
                factory = provider.get();
                name = factory.name();
                found.add(new Found(kind, name, factory.availability(), origin));
            } catch (ServiceConfigurationError | LinkageError | RuntimeException broken) {
                found.add(new Found(
                        kind, provider.type().getName(), Availability.unavailable(String.valueOf(broken)), origin));
                continue;
            }
            PluginFactory<?> other = factories.put(kind + "/" + name, factory);
            if (other != null) {
                throw new AmdahlException(
                        ErrorCategory.USER,
                        "two plugins of kind " + kind + " are named '" + name + "': " + origin(other.getClass())
                                + " and " + origin + "; take one of them off the class path");
            }
        }
    }

    private static String kind(Class<?> type) {
        String name = type.getSimpleName().replace("Factory", "");
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static String origin(Class<?> type) {
        return type.getProtectionDomain().getCodeSource() == null
                ? ""
                : String.valueOf(type.getProtectionDomain().getCodeSource().getLocation());
    }

    /** Returns every plugin, by kind and in the order of the class path. */
    public List<Found> all() {
        return found;
    }

    /** Returns one line for each: ready, or not ready and why. */
    public String report() {
        return found.stream()
                .map(one -> one.kind() + " " + one.name() + ": "
                        + (one.availability().isReady()
                                ? "ready"
                                : "not ready, " + one.availability().reason()))
                .collect(Collectors.joining("\n"));
    }

    /**
     * Creates the plugin of a kind that has a name.
     *
     * @throws InvalidInputException if there is none, naming those that there are
     * @throws AmdahlException if it is not available here
     */
    public <T> T create(Class<? extends PluginFactory<T>> type, String name, PluginContext context) {
        PluginFactory<?> factory = factories.get(kind(type) + "/" + name);
        if (factory == null) {
            String known = found.stream()
                    .filter(one -> one.kind().equals(kind(type)))
                    .map(Found::name)
                    .collect(Collectors.joining(", "));
            throw new InvalidInputException(kind(type), "no plugin is named '" + name + "'", "choose one of: " + known);
        }
        Availability availability = factory.availability(context);
        if (!availability.isReady()) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT, kind(type) + " " + name + " is not available: " + availability.reason());
        }
        return type.cast(factory).create(context);
    }

    /**
     * Creates the resampler of a name, or with {@link #AUTO} the one for this machine: counts are the same.
     *
     * @throws InvalidInputException if there is none, naming those that there are
     * @throws UnavailableException if it is not available here
     */
    public Resampler resampler(String name, PluginContext context) {
        if (!name.equals(AUTO)) {
            PluginFactory<?> factory = factories.get(kind(ResamplerFactory.class) + "/" + name);
            Availability availability = factory == null ? Availability.ready() : factory.availability(context);
            if (!availability.isReady()) {
                throw new UnavailableException(
                        "resampler " + name, availability.reason(), "choose the resampler auto or cpu", null);
            }
            return create(ResamplerFactory.class, name, context);
        }
        PluginFactory<?> device = factories.get(kind(ResamplerFactory.class) + "/" + DEVICE);
        return device != null && device.availability(context).isReady()
                ? create(ResamplerFactory.class, DEVICE, new Late(context))
                : create(ResamplerFactory.class, PROCESSOR, context);
    }

    /** Opens a device once that pays. */
    private record Late(PluginContext context) implements PluginContext {
        @Override
        public Clock clock() {
            return context.clock();
        }

        @Override
        public RandomGenerator random() {
            return context.random();
        }

        @Override
        public Path directory() {
            return context.directory();
        }

        @Override
        public Map<String, String> settings() {
            Map<String, String> settings = new HashMap<>(context.settings());
            settings.putIfAbsent("open", "late");
            return settings;
        }
    }

    /** Creates every plugin of a kind that is ready here with these settings. */
    public <T> List<T> createReady(Class<? extends PluginFactory<T>> type, PluginContext context) {
        return found.stream()
                .filter(one -> one.kind().equals(kind(type)))
                .filter(one -> {
                    PluginFactory<?> factory = factories.get(one.kind() + "/" + one.name());
                    return factory != null
                            && one.availability().isReady()
                            && factory.availability(context).isReady();
                })
                .map(one -> create(type, one.name(), context))
                .toList();
    }
}
