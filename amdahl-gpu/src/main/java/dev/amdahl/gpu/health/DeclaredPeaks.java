package dev.amdahl.gpu.health;

import dev.amdahl.gpu.GemmType;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.DeclaredRates;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the maker of a device declares, and the line below which a rate is a fault. Immutable.
 *
 * @param perSecond dense operations by arithmetic such as {@code bf16}, bytes in one direction of the {@code link} of two devices, of
 *     one {@code nvlink}, of the {@code network} of a host and of {@code memory}; what is not declared is missing
 */
public record DeclaredPeaks(Map<String, Double> perSecond) {
    /** Bytes in one direction between a host and all others. */
    public static final String NETWORK = "network";

    /** Bytes of device memory, read and written. */
    public static final String MEMORY = "memory";

    static final String LINK = "link";

    private static final String NVLINK = "nvlink";

    /**
     * The least share of a declared peak. The best that published searches over shapes reached in bfloat16 is 73 to 87 % on NVIDIA's devices
     * (S. Bekman, Machine Learning Engineering, Maximum Achievable Matmul FLOPS, 2025); what is this far below is no matter of shapes.
     */
    public static final double MIN_SHARE = .6;

    private static final double TERA = 1e12;
    private static final double GIGA = 1e9;

    public DeclaredPeaks {
        perSecond = Map.copyOf(perSecond);
    }

    /** Returns what is known of a model, by the name that its driver gives it, and what was given instead. */
    public static DeclaredPeaks of(String model, Map<String, Double> given) {
        Map<String, Double> all = new TreeMap<>(DeclaredRates.of(model));
        given.forEach((name, value) -> all.put(name, value * unit(name)));
        return new DeclaredPeaks(all);
    }

    /**
     * Passes what somebody declares, TFLOP/s of an arithmetic or GB/s of links.
     *
     * @throws InvalidInputException naming the option, if a name or a number is none
     */
    public static Map<String, Double> checked(String option, Map<String, Double> given) {
        List<String> known = Stream.concat(GemmType.all().stream().map(GemmType::toString), Stream.of(LINK, NETWORK))
                .toList();
        given.forEach((name, value) -> {
            if (!known.contains(name)) {
                throw new InvalidInputException(
                        option, "there is no peak '" + name + "'", "choose one of: " + String.join(", ", known));
            }
            if (!(value > 0) || Double.isInfinite(value)) {
                throw new InvalidInputException(
                        option, name + " was " + value, "give TFLOP/s of an arithmetic or GB/s of links, above 0");
            }
        });
        return given;
    }

    private static double unit(String name) {
        return List.of(LINK, NVLINK, NETWORK, MEMORY).contains(name) ? GIGA : TERA;
    }

    /** Returns the bytes per second, in one direction, that so many NVLinks are declared for; a link that was given is taken as it is. */
    OptionalDouble link(int nvLinks) {
        Double given = perSecond.get(LINK);
        Double one = perSecond.get(NVLINK);
        if (given != null) {
            return OptionalDouble.of(given);
        }
        return one == null || nvLinks == 0 ? OptionalDouble.empty() : OptionalDouble.of(nvLinks * one);
    }

    /** Returns why a rate is too low beside a peak; empty if it is not. */
    static Optional<String> tooLow(String name, double rate, double peak, boolean isOfBytes) {
        double unit = isOfBytes ? GIGA : TERA;
        return rate >= MIN_SHARE * peak
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s reaches %.3g %s/s, %.0f %% of the declared %.3g; %.0f %% is the least",
                        name,
                        rate / unit,
                        isOfBytes ? "GB" : "TFLOP",
                        100 * rate / peak,
                        peak / unit,
                        100 * MIN_SHARE));
    }

    /** Returns the check of rates with what follows from these peaks. */
    CheckResult judged(CheckResult rates) {
        if (rates.outcome() != CheckResult.Outcome.PASS) {
            return rates;
        }
        Map<String, Double> figures = new TreeMap<>(rates.figures());
        List<String> low = new ArrayList<>();
        List<String> untested = new ArrayList<>();
        for (GemmType<?, ?> type : GemmType.all()) {
            Double rate = rates.figures().get(PeakRates.figure(type));
            Double peak = perSecond.get(type.toString());
            if (rate == null || peak == null) {
                untested.add(type.toString());
            } else {
                figures.put(type + "_share", rate / peak);
                tooLow(type.toString(), rate, peak, false).ifPresent(low::add);
            }
        }
        if (!low.isEmpty()) {
            return CheckResult.of(rates.check(), CheckResult.Outcome.FAIL, figures, low)
                    .took(rates.seconds());
        }
        if (untested.isEmpty()) {
            return CheckResult.passed(rates.check(), figures).took(rates.seconds());
        }
        String gap = "no peak of " + String.join(", ", untested) + " is known of this device: name it by --peak";
        boolean isAll = untested.size() == GemmType.all().size();
        return CheckResult.of(
                        rates.check(),
                        isAll ? CheckResult.Outcome.SKIP : CheckResult.Outcome.PASS,
                        figures,
                        List.of(gap))
                .took(rates.seconds());
    }
}
