package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.Plugins;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The plugins on a class path with and without the client library. */
final class WithoutClientTest {
    private static final String MISSING =
            "the Kubernetes client is not on the class path; add io.fabric8:kubernetes-client";

    private static URLClassLoader loader(Predicate<String> isKept) {
        URL[] urls = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(isKept)
                .map(WithoutClientTest::url)
                .toArray(URL[]::new);
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    private static String report(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> type = Class.forName(Plugins.class.getName(), true, loader);
        Object plugins = type.getMethod("discover").invoke(null);
        return String.valueOf(type.getMethod("report").invoke(plugins));
    }

    @Test
    void withoutItThePluginsSayWhatToAdd() throws IOException, ReflectiveOperationException {
        try (URLClassLoader loader = loader(path -> !path.contains("kubernetes"))) {
            assertThatThrownBy(() -> loader.loadClass("io.fabric8.kubernetes.client.KubernetesClient"))
                    .isInstanceOf(ClassNotFoundException.class);

            assertThat(report(loader).lines())
                    .anySatisfy(line -> assertThat(line).startsWith("scheduler kubernetes: not ready, " + MISSING))
                    .anySatisfy(line -> assertThat(line).startsWith("fleet-source kubernetes: not ready, " + MISSING))
                    .anySatisfy(line -> assertThat(line).startsWith("scheduler local: "));
        }
    }

    @Test
    void withHalfOfItTheySayTheSame() throws IOException, ReflectiveOperationException {
        try (URLClassLoader loader = loader(path -> !path.contains("kubernetes-httpclient"))) {
            assertThat(report(loader)).contains("scheduler kubernetes: not ready, " + MISSING);
        }
    }

    @Test
    void withItTheyAreReady() {
        assertThat(Plugins.discover().report())
                .contains("scheduler kubernetes: ready")
                .contains("fleet-source kubernetes: ready");
    }
}
