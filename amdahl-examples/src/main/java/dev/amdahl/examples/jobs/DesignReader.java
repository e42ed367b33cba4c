package dev.amdahl.examples.jobs;

import dev.amdahl.spi.hypothesis.Probe;
import dev.amdahl.spi.hypothesis.Switch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reads what lets a job give evidence without whole extra runs: {@code probe:}, and {@code switch:} of a lever. */
final class DesignReader {
    private DesignReader() {}

    static Probe probe(Item item) {
        Fields fields = item.fields("arguments", "environment", "share");
        if (fields.given("arguments", "environment", "share").isEmpty()) {
            throw fields.error(
                    "does not say how the job is run shortly",
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
