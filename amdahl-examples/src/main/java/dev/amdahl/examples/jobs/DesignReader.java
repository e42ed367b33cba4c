package dev.amdahl.examples.jobs;

import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.Probe;
import dev.amdahl.spi.hypothesis.Switch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reads what lets a job give evidence without whole extra runs: {@code probe:}, {@code field:}, and {@code switch:} of a lever. */
final class DesignReader {
    private DesignReader() {}

    static Probe probe(Item item) {
        Fields fields = item.fields("arguments", "environment", "share");
        if (fields.given("arguments", "environment", "share").isEmpty()) {
            throw fields.error(
                    "does not say how to run the job briefly",
                    "give arguments: [--max-steps, \"200\"], environment: {MAX_STEPS: \"200\"} or share: 5%");
        }
        Optional<Item> share = fields.optional("share");
        return new Probe(
                fields.optional("arguments").map(Item::texts).orElse(List.of()),
                fields.optional("environment").map(JobReader::environment).orElse(Map.of()),
                share.isPresent() ? OptionalDouble.of(share(share.get())) : OptionalDouble.empty());
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

    /** {@code true}, or a mapping. */
    static Optional<FieldTrials> field(Item item) {
        if (!item.isMapping()) {
            return item.flag() ? Optional.of(FieldTrials.DEFAULT) : Optional.empty();
        }
        Fields fields = item.fields("share", "twin", "hold_back", "within", "size");
        FieldTrials usual = FieldTrials.DEFAULT;
        return Optional.of(new FieldTrials(
                fields.optional("share")
                        .map(share -> half(share, "give a share above 0 and at most 50%", Double.MIN_VALUE))
                        .orElse(usual.share()),
                fields.optional("twin").map(DesignReader::isTwin).orElse(usual.hasTwin()),
                fields.optional("hold_back")
                        .map(share -> half(share, "give a share of at most 50%, or 0%", 0))
                        .orElse(usual.holdBack()),
                fields.optional("within").map(Item::duration).orElse(usual.within()),
                fields.optional("size").map(Item::text)));
    }

    private static double half(Item item, String remedy, double least) {
        double share = item.fraction();
        if (share < least || share > .5) {
            throw item.error("was " + item.text(), remedy);
        }
        return share;
    }

    private static boolean isTwin(Item item) {
        if (item.text().equals("none")) {
            return false;
        }
        if (item.text().equals("once")) {
            return true;
        }
        throw item.error(
                "was '" + item.text() + "'",
                "write none for a job that never runs twice on one input, or leave it out: once, before the first scheduled run");
    }

    private static OptionalInt steps(Optional<Item> item, int least) {
        return item.map(count -> OptionalInt.of(count.atLeast(least))).orElse(OptionalInt.empty());
    }

    private static double share(Item item) {
        double share = item.fraction();
        if (share <= 0 || share >= 1) {
            throw item.error("was " + item.text(), "give a share above 0 and below 1: a probe is shorter than the job");
        }
        return share;
    }
}
