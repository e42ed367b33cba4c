package dev.amdahl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What discovery makes of providers that are not as they should be. */
final class PluginsTest {
    @TempDir
    Path folder;

    /** A provider that cannot say whether it works. */
    public static final class Failing implements SchedulerFactory {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public Availability availability() {
            throw new IllegalStateException("no answer");
        }

        @Override
        public Scheduler create(PluginContext context) {
            throw new IllegalStateException("no scheduler");
        }
    }

    /** A provider that takes the name of another. */
    public static final class Second implements SchedulerFactory {
        @Override
        public String name() {
            return "local";
        }

        @Override
        public Availability availability() {
            return Availability.ready();
        }

        @Override
        public Scheduler create(PluginContext context) {
            throw new IllegalStateException("no scheduler");
        }
    }

    private String report(Class<?> provider) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(SchedulerFactory.class.getName()), provider.getName());
        List<URL> urls = new ArrayList<>(List.of(folder.toUri().toURL()));
        for (String path : List.of(System.getProperty("java.class.path").split(File.pathSeparator))) {
            urls.add(Path.of(path).toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> type = Class.forName(Plugins.class.getName(), true, loader);
            return String.valueOf(
                    type.getMethod("report").invoke(type.getMethod("discover").invoke(null)));
        }
    }

    @Test
    void oneThatThrowsIsNotReadyAndHidesNoOther() throws Exception {
        assertThat(report(Failing.class).lines())
                .anySatisfy(
                        line -> assertThat(line).startsWith("scheduler ").contains("Failing: not ready", "no answer"))
                .anySatisfy(line -> assertThat(line).startsWith("scheduler local: "));
    }

    @Test
    void twoOfOneNameAreAnErrorThatNamesBoth() {
        assertThatThrownBy(() -> report(Second.class))
                .rootCause()
                .hasMessageContaining("two plugins of kind scheduler are named 'local'")
                .hasMessageContaining("test-classes")
                .hasMessageContaining("take one of them off the class path");
    }
}
