package dev.amdahl.examples.jobs;

import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.FieldTrials.Mode;
import dev.amdahl.spi.hypothesis.Probe;
import dev.amdahl.spi.hypothesis.Switch;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reads what lets a job give evidence without whole extra runs: {@code probe:}, {@code field:}, and {@code switch:} of a lever. */
final class DesignReader {
    private static final double HALF = .5;

    private DesignReader() {}

    static Probe probe(Item item) {
        Fields fields = item.fields("arguments", "environment", "share");
        if (fields.given("arguments", "environment", "share").isEmpty()) {
            throw fields.error(
                    "says not how the job is run shortly",
                    "give arguments: [--max-steps, \"200\"], environment: {MAX_STEPS: \"200\"} or share: 5%");
        }
        Optional<Item> share = fields.optional("share");
        return new Probe(
                fields.optional("arguments").map(Item::texts).orElse(List.of()),
                fields.optional("environment").map(JobReader::environment).orElse(Map.of()),
                share.isPresent()
                        ? OptionalDouble.of(between(share.get(), 1, "a probe is shorter than the job"))
                        : OptionalDouble.empty());
    }

    static FieldTrials field(Item item) {
        if (!item.isMapping()) {
            return new FieldTrials(
                    mode(item), FieldTrials.OFF.share(), FieldTrials.OFF.holdBack(), FieldTrials.OFF.hasTwin());
        }
        Fields fields = item.fields("mode", "share", "hold_back", "twin");
        return new FieldTrials(
                fields.optional("mode").map(DesignReader::mode).orElse(Mode.ON),
                fields.optional("share")
                        .map(share -> between(share, HALF, "at most half of the runs may carry a change"))
                        .orElse(FieldTrials.OFF.share()),
                fields.optional("hold_back")
                        .map(share -> share.fraction() == 0
                                ? 0
                                : between(share, HALF, "at most half of the runs may be held back"))
                        .orElse(FieldTrials.OFF.holdBack()),
                fields.optional("twin").map(DesignReader::hasTwin).orElse(true));
    }

    /** {@code true}, or a mapping. */
    static Optional<Switch> atRunTime(Item item) {
        if (!item.isMapping()) {
            return item.flag() ? Optional.of(Switch.DEFAULT) : Optional.empty();
        }
        Fields fields = item.fields("window", "washout");
        OptionalInt window = steps(fields.optional("window"), 2);
        OptionalInt washout = steps(fields.optional("washout"), 0);
        if (window.isPresent() && washout.orElse(0) >= window.getAsInt()) {
            throw item.error("the washout is not shorter than the window", "give fewer steps of washout");
        }
        return Optional.of(new Switch(window, washout));
    }

    private static OptionalInt steps(Optional<Item> item, int least) {
        return item.map(count -> OptionalInt.of(count.atLeast(least))).orElse(OptionalInt.empty());
    }

    private static double between(Item item, double most, String remedy) {
        double share = item.fraction();
        if (share <= 0 || share > most || share == 1) {
            throw item.error("was " + item.text(), "give a share above 0: " + remedy);
        }
        return share;
    }

    private static Mode mode(Item item) {
        return switch (item.text().toLowerCase(Locale.ROOT)) {
            case "off" -> Mode.OFF;
            case "canary" -> Mode.CANARY;
            case "on" -> Mode.ON;
            default ->
                throw item.error(
                        "unknown mode '" + item.text() + "'",
                        Nearest.remedy(item.text(), List.of("off", "canary", "on")));
        };
    }

    /** {@code none}, or {@code auto}. */
    private static boolean hasTwin(Item item) {
        return switch (item.text()) {
            case "none" -> false;
            case "auto" -> true;
            default ->
                throw item.error(
                        "unknown twin '" + item.text() + "'", "write none where the job cannot be run twice, or auto");
        };
    }
}
