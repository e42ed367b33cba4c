package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.Covariate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What the accelerators did during an arm, summed over all that were looked at, twice a second.
 *
 * @param clocks looks that told a clock, and the sum of those clocks
 * @param worked the same of the looks at which the accelerator was busy
 * @param celsius the highest temperature
 * @param reasons looks that told why the clock is as it is
 * @param capped those of them at the limit of power
 * @param throttled those of them with a slowdown by heat, brake or hardware
 * @param held those of them with a clock that a setting holds
 * @param power looks that told a power, and the sum of watts
 * @param busy accelerators that were ever busy; empty if none told
 */
record DeviceSamples(
        Sum clocks,
        Sum worked,
        Optional<Double> celsius,
        double reasons,
        double capped,
        double throttled,
        double held,
        Sum power,
        Optional<Double> busy) {
    private static final int WORDS = 13;

    /** Numbers and their sum. */
    record Sum(double count, double total) {
        Sum plus(Sum other) {
            return new Sum(count + other.count, total + other.total);
        }

        OptionalDouble mean() {
            return count > 0 ? OptionalDouble.of(total / count) : OptionalDouble.empty();
        }
    }

    /** From the words that the script of a trial writes. */
    static Optional<DeviceSamples> parse(String line) {
        List<String> words = List.of(line.strip().split(" ", -1));
        if (words.size() != WORDS || !words.stream().allMatch(word -> word.matches("\\d{1,15}|-"))) {
            return Optional.empty();
        }
        double[] numbers = words.stream()
                .mapToDouble(word -> word.equals("-") ? -1 : Double.parseDouble(word))
                .toArray();
        return Optional.of(new DeviceSamples(
                new Sum(numbers[1], numbers[2]),
                new Sum(numbers[3], numbers[4]),
                Optional.of(numbers[5]).filter(celsius -> celsius >= 0),
                numbers[6],
                numbers[7],
                numbers[8],
                numbers[9],
                new Sum(numbers[10], numbers[11]),
                Optional.of(numbers[12]).filter(busy -> busy >= 0)));
    }

    /** Returns these and those of other accelerators. */
    DeviceSamples plus(DeviceSamples other) {
        return new DeviceSamples(
                clocks.plus(other.clocks),
                worked.plus(other.worked),
                celsius.flatMap(own -> other.celsius.map(value -> Math.max(own, value))),
                reasons + other.reasons,
                capped + other.capped,
                throttled + other.throttled,
                held + other.held,
                power.plus(other.power),
                busy.flatMap(own -> other.busy.map(value -> own + value)));
    }

    /** Returns what they come to, for people: the clock, the temperature, and how often it was slowed down. */
    String told() {
        List<String> words = new ArrayList<>();
        Stream.of(worked, clocks)
                .flatMapToDouble(sum -> sum.mean().stream())
                .findFirst()
                .ifPresent(clock -> words.add(Math.round(clock) + " MHz"));
        celsius.ifPresent(value -> words.add(Math.round(value) + " C"));
        if (throttled > 0) {
            words.add("throttled " + Math.round(100 * throttled / reasons) + " %");
        }
        return String.join(" ", words);
    }

    boolean isHeld() {
        return reasons > 0 && held == reasons;
    }

    Map<Covariate, Double> covariates(int devices, OptionalDouble wall) {
        Map<Covariate, Double> readings = new EnumMap<>(Covariate.class);
        Stream.of(worked, clocks)
                .flatMapToDouble(sum -> sum.mean().stream())
                .findFirst()
                .ifPresent(clock -> readings.put(Covariate.ACCELERATOR_MHZ, clock));
        celsius.ifPresent(value -> readings.put(Covariate.ACCELERATOR_CELSIUS, value));
        if (reasons > 0) {
            readings.put(Covariate.ACCELERATOR_THROTTLED, throttled / reasons);
            readings.put(Covariate.ACCELERATOR_POWER_CAPPED, capped / reasons);
        }
        power.mean()
                .ifPresent(watts -> wall.ifPresent(
                        seconds -> readings.put(Covariate.ACCELERATOR_JOULES, watts * devices * seconds)));
        busy.ifPresent(value -> readings.put(Covariate.ACCELERATORS_BUSY, value));
        return readings;
    }
}
