package dev.amdahl.core.internal.steps;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.steps.StepLog.UnusableException;
import dev.amdahl.core.ledger.entry.RunResult.WindowPair;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The windows of one run, in which the change is on or off: their order is fixed before the run starts.
 *
 * @param sampling how long they are
 * @param isVariantFirst the drawn order by pair
 * @param variantLetter {@code a} or {@code b}, by which the log names the settings with the change
 */
public record Windows(Sampling sampling, List<Boolean> isVariantFirst, char variantLetter) {
    /** The metric of a window that is the log ratio of its second half to its first. */
    public static final String HALVES = "window.halves";

    /** Windows are so many times as long as step times remember. */
    private static final int MEMORIES = 10;

    private static final int MIN_STEPS = 8;
    private static final int WASHOUT_SHARE = 10;
    private static final int MIN_PAIRS = 8;
    private static final int MAX_PAIRS = 40;
    private static final ObjectMapper JSON = new ObjectMapper();

    public Windows {
        isVariantFirst = List.copyOf(isVariantFirst);
    }

    /**
     * Returns how long windows are in a run whose steps vary so: as long as makes neighboring ones tell their own, or as lets enough pairs
     * fit, as their drawn order keeps shorter ones valid too. Empty if too few fit.
     */
    public static Optional<Sampling> fit(StepNoise noise, Switch how) {
        int longest = noise.steps() / (2 * MIN_PAIRS);
        int wanted = Math.min(longest, MEMORIES * noise.memory());
        int window = Math.max(Math.max(MIN_STEPS, wanted), how.windowSteps().orElse(0));
        int washout = how.washoutSteps().orElse((window + WASHOUT_SHARE - 1) / WASHOUT_SHARE);
        window = Math.max(window, 2 * washout);
        int pairs = Math.min(MAX_PAIRS, noise.steps() / (2 * window));
        return pairs < MIN_PAIRS
                ? Optional.empty()
                : Optional.of(Sampling.windows(noise.cut(), window, washout, pairs, ""));
    }

    private int start(int window) {
        return sampling.warmUpSteps() + window * sampling.windowSteps();
    }

    private boolean isVariant(int window) {
        return isVariantFirst.get(window / 2) == (window % 2 == 0);
    }

    private char letter(boolean isVariant) {
        return isVariant == (variantLetter == 'a') ? 'a' : 'b';
    }

    /** Returns the schedule for the job, one JSON object a line: the unchanged settings while it warms up and after the last window. */
    public String schedule(Map<String, String> baseline, Map<String, String> variant) {
        StringBuilder lines = new StringBuilder(line(0, false, baseline));
        for (int window = 0; window < 2 * isVariantFirst.size(); window++) {
            lines.append(line(start(window), isVariant(window), isVariant(window) ? variant : baseline));
        }
        return lines.append(line(start(2 * isVariantFirst.size()), false, baseline))
                .toString();
    }

    private String line(int from, boolean isVariant, Map<String, String> environment) {
        ObjectNode line = JSON.createObjectNode();
        line.put("from_step", from).put("arm", String.valueOf(letter(isVariant)));
        ObjectNode settings = line.putObject("environment");
        new TreeMap<>(environment).forEach(settings::put);
        try {
            return JSON.writeValueAsString(line) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Returns the pairs of a run.
     *
     * @throws UnusableException if a step of a window that counts names no arm or another one than was scheduled, or no pair is whole
     */
    public List<WindowPair> pairs(StepLog log) throws UnusableException {
        List<WindowPair> pairs = new ArrayList<>();
        int at = 0;
        for (int pair = 0; pair < isVariantFirst.size(); pair++) {
            Sums[] both = new Sums[2];
            for (int half = 0; half < 2; half++) {
                int window = 2 * pair + half;
                int from = start(window) + sampling.washoutSteps();
                int to = start(window + 1);
                Sums sums = new Sums(from + (to - from) / 2);
                while (at < log.size() && log.step(at) < to) {
                    if (log.step(at) >= from) {
                        requireArm(log, at, letter(isVariant(window)));
                        sums.add(log, at);
                    }
                    at++;
                }
                both[isVariant(window) ? 1 : 0] = sums;
                if (sums.steps < to - from) {
                    return requireAny(pairs, log);
                }
            }
            if (both[0].isMeasured() && both[1].isMeasured()) {
                pairs.add(new WindowPair(
                        pair + 1,
                        isVariantFirst.get(pair),
                        both[0].figure(),
                        both[1].figure(),
                        both[0].total(),
                        both[1].total(),
                        both[0].halves(),
                        both[1].halves()));
            }
        }
        return requireAny(pairs, log);
    }

    private List<WindowPair> requireAny(List<WindowPair> pairs, StepLog log) throws UnusableException {
        if (pairs.isEmpty()) {
            throw new UnusableException("it ended after " + log.size()
                    + " steps, before the first pair of windows: step " + start(2) + " is needed");
        }
        return pairs;
    }

    private static void requireArm(StepLog log, int at, char scheduled) throws UnusableException {
        if (log.arm(at) == 0) {
            throw new UnusableException(
                    "step " + log.step(at) + " of its step log names no arm: the job does not follow $AMDAHL_SWITCH");
        }
        if (log.arm(at) != scheduled) {
            throw new UnusableException("step " + log.step(at) + " of its step log ran as arm " + (char) log.arm(at)
                    + " where " + scheduled + " was scheduled");
        }
    }

    /** What the counted steps of one window come to. */
    private static final class Sums {
        private final int middle;
        private int steps;
        private final double[] seconds = new double[2];
        private final double[] units = new double[2];

        Sums(int middle) {
            this.middle = middle;
        }

        void add(StepLog log, int at) {
            int half = log.step(at) < middle ? 0 : 1;
            seconds[half] += log.seconds(at);
            units[half] += log.work(at);
            steps++;
        }

        boolean isMeasured() {
            return seconds[0] > 0 && seconds[1] > 0 && units[0] > 0 && units[1] > 0;
        }

        double total() {
            return seconds[0] + seconds[1];
        }

        double figure() {
            return (seconds[0] + seconds[1]) / (units[0] + units[1]);
        }

        double halves() {
            return Math.log(seconds[1] / units[1] / (seconds[0] / units[0]));
        }
    }
}
