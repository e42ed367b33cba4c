package dev.amdahl.examples.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** How many bytes this process has read from files and elsewhere, as Linux counts them. */
final class BytesRead {
    private static final Path COUNTS = Path.of("/proc/self/io");
    private static final String READ = "rchar: ";

    private BytesRead() {}

    /** So far; empty where nobody counts. */
    static OptionalLong now() {
        if (!Files.isReadable(COUNTS)) {
            return OptionalLong.empty();
        }
        try (Stream<String> lines = Files.lines(COUNTS)) {
            return lines.filter(line -> line.startsWith(READ))
                    .mapToLong(line -> Long.parseLong(line.substring(READ.length())))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
