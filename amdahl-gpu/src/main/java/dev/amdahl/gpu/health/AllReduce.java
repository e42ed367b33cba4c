package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What NCCL's test {@code all_reduce_perf} printed: its "bus bandwidth", which is that of the slowest link of the ring, of the largest
 * message.
 *
 * @param ranks devices that took part
 * @param bytesPerSecond its bus bandwidth, the better of out of place and in place; empty if it printed no row
 * @param wrong values that were not the sum, as it counts them
 */
public record AllReduce(int ranks, OptionalDouble bytesPerSecond, double wrong) {
    /** The program. */
    public static final String PROGRAM = "all_reduce_perf";
    /** The name of the check. */
    public static final String NAME = "all_reduce";

    private static final int MIN_CELLS = 12;
    private static final int IN_PLACE = 2;
    private static final int OUT_OF_PLACE = 6;
    private static final double GIGA = 1e9;

    /** Returns the options for so many devices of a process: one message, large enough for full bandwidth, every value checked. */
    public static List<String> options(int devices) {
        return List.of("-b", "1G", "-e", "1G", "-w", "5", "-n", "20", "-c", "1", "-g", Integer.toString(devices));
    }

    /** Reads what it prints, with or without the marks that a launcher puts before lines. */
    public static AllReduce of(List<String> lines) {
        int ranks = 0;
        OptionalDouble best = OptionalDouble.empty();
        double wrong = 0;
        for (String line : lines) {
            String text = line.replaceFirst("^\\[[^\\]]*\\]<std(out|err)>:", "").strip();
            if (text.matches("#?\\s*Rank\\s+\\d+\\s.*\\bdevice\\b.*")) {
                ranks++;
            }
            List<String> cells = List.of(text.split("\\s+", -1));
            if (cells.size() >= MIN_CELLS && cells.get(0).matches("\\d{1,18}")) {
                best = max(number(cells, IN_PLACE), number(cells, OUT_OF_PLACE));
                wrong += number(cells, 1).orElse(0)
                        + number(cells, OUT_OF_PLACE - 1).orElse(0);
            }
            if (text.matches("#?\\s*Out of bounds values\\s*:.*FAILED.*")) {
                wrong = Math.max(1, wrong);
            }
        }
        return new AllReduce(ranks, best.isEmpty() ? best : OptionalDouble.of(best.getAsDouble() * GIGA), wrong);
    }

    /** Counted from the end: older versions have a column less at the beginning. */
    private static OptionalDouble number(List<String> cells, int fromEnd) {
        String cell = cells.get(cells.size() - fromEnd);
        return cell.matches("\\d{1,12}(\\.\\d{1,9})?")
                ? OptionalDouble.of(Double.parseDouble(cell))
                : OptionalDouble.empty();
    }

    private static OptionalDouble max(OptionalDouble one, OptionalDouble other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return OptionalDouble.of(Math.max(one.getAsDouble(), other.getAsDouble()));
    }

    /**
     * Returns what follows.
     *
     * @param expected ranks that should have taken part
     * @param peak bytes per second, in one direction, of what limits it; empty if none is declared
     * @param alone what it means that fewer took part
     */
    public CheckResult judged(int expected, OptionalDouble peak, String alone) {
        if (bytesPerSecond.isEmpty()) {
            return CheckResult.skipped(NAME, PROGRAM + " printed no result");
        }
        if (ranks != expected) {
            return CheckResult.skipped(NAME, ranks + " ranks took part instead of " + expected + ": " + alone);
        }
        double rate = bytesPerSecond.getAsDouble();
        Map<String, Double> figures =
                new TreeMap<>(Map.of("ranks", (double) ranks, "bus_bytes_per_second", rate, "wrong_values", wrong));
        List<String> faults = new ArrayList<>();
        if (wrong > 0) {
            faults.add("the sums of " + PROGRAM + " are wrong");
        }
        if (peak.isPresent()) {
            figures.put("share", rate / peak.getAsDouble());
            DeclaredPeaks.tooLow("all-reduce", rate, peak.getAsDouble(), true).ifPresent(faults::add);
        }
        if (!faults.isEmpty()) {
            return CheckResult.of(NAME, CheckResult.Outcome.FAIL, figures, faults);
        }
        Optional<String> gap = peak.isPresent()
                ? Optional.empty()
                : Optional.of("its bandwidth is shown but not judged: none is declared to compare it with");
        return CheckResult.of(
                NAME, CheckResult.Outcome.PASS, figures, gap.map(List::of).orElse(List.of()));
    }
}
