package dev.amdahl.examples.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How busy this machine is, by {@code /proc/loadavg}.
 *
 * @param average runnable and waiting threads over the last minute
 * @param running those that run or could run now, the reader aside
 * @param cores those that this process may use
 */
public record Load(double average, int running, int cores) {
    /** The property {@code amdahl.loadavg} names another file. */
    private static final Path FILE = Path.of(System.getProperty("amdahl.loadavg", "/proc/loadavg"));

    private static final double HIGH = .5;
    private static final int LOOKS = 7;
    private static final long PAUSE_MILLIS = 50;

    /** Returns the machine's; empty where it does not say. */
    public static Optional<Load> here() {
        try {
            return Optional.of(of(Files.readString(FILE), Runtime.getRuntime().availableProcessors()));
        } catch (IOException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** From a line such as {@code 13.02 9.80 7.11 14/410 2931}. */
    public static Load of(String line, int cores) {
        String[] words = line.split(" ", -1);
        if (words.length < 4) {
            throw new IllegalArgumentException("not a load: " + line);
        }
        return new Load(Double.parseDouble(words[0]), Integer.parseInt(words[3].split("/", 2)[0]) - 1, cores);
    }

    /** Returns whether the processors were rarely free in the last minute. */
    public boolean isHigh() {
        return average > HIGH * cores;
    }

    /** Returns whether they are not free now: what was busy until a moment ago, such as a build, is over. */
    boolean isHighNow() {
        return isHigh() && running > HIGH * cores;
    }

    /** Returns what whoever measures here now must know, in one line; empty where the machine is free enough. */
    public static Optional<String> warning() {
        Optional<Load> first = here();
        int high = 0;
        for (int look = 0; look < LOOKS && first.filter(Load::isHigh).isPresent(); look++) {
            high += here().filter(Load::isHighNow).isPresent() ? 1 : 0;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
        return 2 * high > LOOKS ? first.map(load -> load.words()) : Optional.empty();
    }

    String words() {
        return "the machine is busy (" + this
                + "): results will be noisy, and a real improvement may not be seen; stop other work first";
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "load %.1f on %d cores", average, cores);
    }
}
