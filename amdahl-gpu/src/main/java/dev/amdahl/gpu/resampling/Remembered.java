package dev.amdahl.gpu.resampling;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;

/**
 * What was measured of a device once, for the next process. A file that is not whole, or of a machine with other processors, is as good
 * as none.
 *
 * @param device its model
 * @param processors that the processor's seconds are of
 * @param openSeconds what opening it takes
 * @param crossover which calls are for it
 */
record Remembered(String device, int processors, double openSeconds, Crossover crossover) {

    static Optional<Remembered> read(Path file) {
        Properties lines = new Properties();
        try {
            lines.load(new StringReader(Files.readString(file)));
            Remembered read = new Remembered(
                    lines.getProperty("device", ""),
                    Integer.parseInt(lines.getProperty("processors", "")),
                    seconds(lines, "open"),
                    new Crossover(
                            seconds(lines, "fixed"), seconds(lines, "device_sum"), seconds(lines, "processor_sum")));
            return Optional.of(read)
                    .filter(known -> known.processors == Runtime.getRuntime().availableProcessors());
        } catch (IOException | IllegalArgumentException unusable) {
            return Optional.empty();
        }
    }

    private static double seconds(Properties lines, String key) {
        double value = Double.parseDouble(lines.getProperty(key, ""));
        if (!(value >= 0)) {
            throw new IllegalArgumentException(key + " is no time: " + value);
        }
        return value;
    }

    /** Writes it, whole or not at all. */
    void write(Path file) throws IOException {
        Properties lines = new Properties();
        lines.setProperty("device", device);
        lines.setProperty("processors", Integer.toString(processors));
        lines.setProperty("open", Double.toString(openSeconds));
        lines.setProperty("fixed", Double.toString(crossover.fixedSeconds()));
        lines.setProperty("device_sum", Double.toString(crossover.deviceSeconds()));
        lines.setProperty("processor_sum", Double.toString(crossover.processorSeconds()));
        StringWriter text = new StringWriter();
        lines.store(text, null);
        Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
        Path part = Files.createTempFile(folder, "resampling", ".part");
        try {
            Files.writeString(part, text.toString());
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
