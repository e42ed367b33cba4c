package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What this machine says of its processor; what it does not say is left unknown. */
final class CpuDevice {
    private static final Path MODELS = Path.of("/proc/cpuinfo");
    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

    private CpuDevice() {}

    static Device describe(int processors) {
        String architecture = System.getProperty("os.arch", "unknown");
        return new Device(
                model().orElse(architecture),
                architecture,
                processors,
                Runtime.getRuntime().maxMemory(),
                lastLevelCache(),
                Map.of("java", System.getProperty("java.version", "unknown")));
    }

    private static Optional<String> model() {
        return text(MODELS)
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith("model name") && line.contains(":"))
                        .map(line -> line.substring(line.indexOf(':') + 1).trim())
                        .findFirst());
    }

    private static long lastLevelCache() {
        return Stream.of("index0", "index1", "index2", "index3", "index4")
                .flatMap(index -> text(CACHES.resolve(index).resolve("size")).stream())
                .map(String::trim)
                .filter(size -> size.matches("\\d{1,9}K"))
                .mapToLong(size -> 1024 * Long.parseLong(size.substring(0, size.length() - 1)))
                .max()
                .orElse(0);
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
