package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.KnownRanks;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.SearchPlan;
import dev.amdahl.gpu.bilinear.SearchResult;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * The answer of {@code bilinear}.
 *
 * @param plan what was looked for
 * @param result what was found
 */
record BilinearAnswer(SearchPlan plan, SearchResult result) {

    /** Writes the scheme, whole or not at all. */
    void write(Path file) throws IOException {
        write(scheme(), file);
    }

    static void write(SchemeJson scheme, Path file) throws IOException {
        String text = Json.text(scheme.json()) + System.lineSeparator();
        try {
            AtomicFiles.replace(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException failure) {
            throw new InvalidInputException(
                    "--out " + file,
                    "cannot be written: " + failure.getMessage(),
                    "free some disk space, or name another place",
                    failure);
        }
    }

    private SchemeJson scheme() {
        return new SchemeJson(result.best(), plan.ring());
    }

    Answer answer() {
        ObjectNode json = head(scheme());
        json.put("seed", plan.seed());
        json.put("threads", plan.walks());
        json.put("seconds", result.elapsed().toNanos() * 1e-9);
        json.put("found_after_seconds", result.foundAfter().toNanos() * 1e-9);
        json.put("flips", result.flips());
        json.set("flips_per_second", Json.number(result.flipsPerSecond()));
        json.set("scheme", scheme().json());
        BilinearLift lift = BilinearLift.of(result.best(), plan.ring(), plan.seed());
        lift.addTo(json);
        return Answer.of(json, text() + lift.text(), lift.run().isEqual());
    }

    /** Returns what is said of any scheme. */
    static ObjectNode head(SchemeJson file) {
        Format format = file.scheme().format();
        Ring ring = file.ring();
        OptionalInt known = KnownRanks.of(format, ring);
        ObjectNode json = Json.object();
        json.put("format", format.toString());
        json.put("field", ring.toString());
        json.put("rank", file.scheme().rank());
        json.put("exact", file.scheme().isExact(ring));
        json.put("standard_rank", format.standardRank());
        json.set(
                "known_rank",
                known.isPresent()
                        ? JsonNodeFactory.instance.numberNode(known.getAsInt())
                        : JsonNodeFactory.instance.nullNode());
        return json;
    }

    private String text() {
        return headText(scheme())
                + String.format(
                        Locale.ROOT,
                        "search    %.1f s, found after %.1f s, %,d flips, %.1f M flips/s in %d walk%s%n",
                        result.elapsed().toNanos() * 1e-9,
                        result.foundAfter().toNanos() * 1e-9,
                        result.flips(),
                        result.flipsPerSecond() / 1e6,
                        plan.walks(),
                        plan.walks() == 1 ? "" : "s");
    }

    static String headText(SchemeJson file) {
        Format format = file.scheme().format();
        OptionalInt known = KnownRanks.of(format, file.ring());
        return format + " over " + file.ring() + ": rank " + file.scheme().rank() + "\n"
                + "exact     " + (file.scheme().isExact(file.ring()) ? "yes, all equations hold" : "no") + "\n"
                + "others    the definition " + format.standardRank() + ", lowest published "
                + (known.isPresent() ? Integer.toString(known.getAsInt()) : "not listed here") + "\n";
    }
}
