package dev.amdahl.examples.cli.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.anomaly.SeriesCoverage;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.job.Anomaly;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How an anomaly is shown. */
final class Findings {
    private Findings() {}

    static ObjectNode json(Anomaly found, String family) {
        Anomaly.Span span = found.span();
        ObjectNode json = Json.object()
                .put("kind", found.kind().name())
                .put("cause", found.triage().cause().name())
                .put("confidence", found.triage().confidence())
                .put("family", family)
                .put("job", found.place().job())
                .put("host", found.place().host())
                .put("device", found.place().device())
                .put("series", found.place().series())
                .put("since", span.since().toString())
                .put("seen", span.seen().toString())
                .put("delay_seconds", span.delay().toMillis() / 1000.0)
                .put("delay_samples", span.samples());
        if (span.step() >= 0) {
            json.put("step", span.step());
        } else {
            json.putNull("step");
        }
        json.set("before", Json.number(found.change().before()));
        json.set("after", Json.number(found.change().after()));
        return json.put("what", found.what()).put("remedy", found.kind().remedy());
    }

    static ObjectNode json(SeriesCoverage covered) {
        return Json.object()
                .put("job", covered.place().job())
                .put("host", covered.place().host())
                .put("device", covered.place().device())
                .put("series", covered.place().series())
                .put("signal", covered.signal().name())
                .put("samples", covered.samples())
                .put("gaps", covered.gaps())
                .put("seconds", covered.seconds())
                .put("unknown_seconds", covered.unknownSeconds());
    }

    /** Returns one line. */
    static String text(Anomaly found) {
        Anomaly.Span span = found.span();
        String where = Stream.of(
                        found.place().job(),
                        found.place().host(),
                        found.place().device(),
                        found.place().series())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        String cause = found.triage().confidence() > 0
                ? found.triage().cause().name().toLowerCase(Locale.ROOT) + " "
                        + Math.round(100 * found.triage().confidence()) + " %"
                : "cause unknown";
        return String.format(
                        Locale.ROOT,
                        "%s  %-19s %s: %s (since %s%s, %d samples, %.0f s; %s) -> %s",
                        span.seen().truncatedTo(ChronoUnit.MILLIS),
                        found.kind(),
                        where,
                        found.what(),
                        span.step() >= 0 ? "step " + span.step() + " at " : "",
                        span.since().truncatedTo(ChronoUnit.MILLIS),
                        span.samples(),
                        span.delay().toMillis() / 1000.0,
                        cause,
                        found.kind().remedy())
                .replaceAll("\\p{Cntrl}", " ");
    }
}
