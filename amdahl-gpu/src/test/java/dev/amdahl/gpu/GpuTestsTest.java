package dev.amdahl.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Runs everywhere: tests that are skipped here cannot vanish unseen. */
class GpuTestsTest {
    private static final int FLOOR = 20;

    @Test
    void theTestsForADeviceAreStillThere() throws IOException, URISyntaxException {
        Path classes = Path.of(GpuTestsTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            List<Method> tests = files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .flatMap(name -> gpuTests(named(name)))
                    .toList();
            assertThat(tests).hasSizeGreaterThanOrEqualTo(FLOOR);
        }
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<Method> gpuTests(Class<?> type) {
        return Stream.<Class<?>>iterate(type, one -> one != null && one != Object.class, Class::getSuperclass)
                .flatMap(one -> Arrays.stream(one.getDeclaredMethods()))
                .filter(method ->
                        method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(ParameterizedTest.class))
                .filter(method -> Stream.of(type, method)
                        .anyMatch(element -> element.isAnnotationPresent(RequiresGpu.class)
                                || element.isAnnotationPresent(RequiresNvrtc.class)));
    }
}
