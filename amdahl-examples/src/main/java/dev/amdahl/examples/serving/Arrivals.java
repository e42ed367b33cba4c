package dev.amdahl.examples.serving;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** When requests are sent, in seconds from the first moment of the load, in order. Immutable. */
public final class Arrivals {
    /** More would not be kept in memory. */
    private static final int MAX = 5_000_000;

    private final double[] seconds;

    private Arrivals(double[] seconds) {
        this.seconds = seconds;
    }

    /** Returns those of a Poisson process of that rate of which it is known how many there are: rate times duration. */
    public static Arrivals poisson(double rate, double duration, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Arrivals(DoubleStream.generate(() -> random.nextDouble(duration))
                .limit(count(rate, duration))
                .sorted()
                .toArray());
    }

    /** Returns those that come one after the other at equal distances. */
    public static Arrivals even(double rate, double duration) {
        return new Arrivals(IntStream.range(0, count(rate, duration))
                .mapToDouble(index -> index / rate)
                .toArray());
    }

    /**
     * Reads recorded ones, seconds on a line each; the first is the beginning.
     *
     * @throws InvalidInputException naming the line that is no number, or comes before the one above it
     */
    public static Arrivals read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        double[] times = new double[lines.size()];
        int count = 0;
        for (int line = 0; line < lines.size(); line++) {
            String text = lines.get(line).strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String place = file + ":" + (line + 1);
            double time = number(text, place);
            if (count > 0 && time < times[count - 1]) {
                throw new InvalidInputException(place, "'" + text + "' is before the line above", "sort the times");
            }
            times[count++] = time;
        }
        if (count == 0) {
            throw new InvalidInputException(file.toString(), "holds no time", "write seconds, a line for each request");
        }
        double first = times[0];
        return new Arrivals(
                DoubleStream.of(times).limit(count).map(time -> time - first).toArray());
    }

    /** Returns the same with all that lie at or after that many seconds left out. */
    public Arrivals until(double duration) {
        return new Arrivals(
                DoubleStream.of(seconds).takeWhile(time -> time < duration).toArray());
    }

    int count() {
        return seconds.length;
    }

    double at(int index) {
        return seconds[index];
    }

    /** Returns when the last one is. */
    public double last() {
        return seconds[seconds.length - 1];
    }

    private static int count(double rate, double duration) {
        double count = Math.rint(rate * duration);
        if (!(count >= 1 && count <= MAX)) {
            throw new InvalidInputException(
                    "--rate " + rate,
                    "makes " + count + " requests in " + duration + " s",
                    "give a rate and a time that make 1 to " + MAX);
        }
        return (int) count;
    }

    private static double number(String text, String place) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new InvalidInputException(place, "'" + text + "' is not a number", "write seconds, such as 12.5", e);
        }
        throw new InvalidInputException(place, "'" + text + "' is not finite", "write seconds, such as 12.5");
    }
}
