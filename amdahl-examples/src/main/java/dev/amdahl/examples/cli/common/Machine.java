package dev.amdahl.examples.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine that this process runs on, for whoever reads a figure measured there.
 *
 * @param processor its model, as the machine says it
 * @param cores those that this process may use
 * @param isVirtual whether others may share it unseen
 * @param system the operating system and its release
 */
public record Machine(String processor, int cores, boolean isVirtual, String system) {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    public static Machine here() {
        String text = text();
        return new Machine(
                text.lines()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(System.getProperty("os.arch", "unknown processor")),
                Runtime.getRuntime().availableProcessors(),
                text.lines().anyMatch(line -> line.startsWith("flags") && (line + " ").contains(" hypervisor ")),
                System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""));
    }

    private static String text() {
        try {
            return Files.readString(PROCESSORS);
        } catch (IOException none) {
            return "";
        }
    }

    @Override
    public String toString() {
        return processor + ", " + cores + (cores == 1 ? " core" : " cores") + (isVirtual ? " (virtual)" : "") + ", "
                + system;
    }
}
