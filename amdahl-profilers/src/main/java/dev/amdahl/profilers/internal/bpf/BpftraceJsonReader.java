package dev.amdahl.profilers.internal.bpf;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;

/** Reads the documents of one file token by token. Not thread-safe, used once. */
final class BpftraceJsonReader {
    private static final String REMEDY = "give the complete output of 'bpftrace -f json'";
    private static final int MAX_TEXT = 1 << 20;
    private static final int MAX_TYPES = 100;

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final BpfResults results = new BpfResults();
    private final Map<String, Integer> notRead = new TreeMap<>();
    private int documents;
    private int badRows;
    private long lost;

    BpftraceJsonReader(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    Profile read() {
        JsonFactory json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .maxStringLength(MAX_TEXT)
                        .maxDocumentLength(limits.maxBytes())
                        .build())
                .build();
        try {
            if (Files.size(artifact.path()) > limits.maxBytes()) {
                throw invalid("holds more than " + limits.maxBytes() + " bytes", "raise the byte limit");
            }
            try (JsonParser parser = json.createParser(TextLines.decompressed(artifact.path()))) {
                documents(parser);
            }
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null
                    ? ""
                    : " at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            throw new InvalidInputException(artifact.path() + place, "not JSON: " + e.getOriginalMessage(), REMEDY, e);
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, "name a readable file");
        }
        if (documents == 0) {
            throw invalid("no document", REMEDY);
        }
        results.value("bpftrace_documents", documents);
        notRead.forEach((type, count) ->
                results.finding(Plurals.of(count, "document") + " of type " + type + " without figures that are read"));
        if (lost > 0) {
            results.finding("bpftrace lost " + Plurals.of(lost, "event"));
        }
        if (badRows > 0) {
            results.finding("left out " + Plurals.of(badRows, "bucket") + " of histograms: out of range");
        }
        return results.profile(artifact, BpftraceJsonProfiler.NAME);
    }

    private void documents(JsonParser parser) throws IOException {
        while (parser.nextToken() != null) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw invalid(place(parser) + " is not an object", REMEDY);
            }
            document(parser);
            documents++;
        }
    }

    private void document(JsonParser parser) throws IOException {
        String type = "";
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            if (key.equals("type") && value == JsonToken.VALUE_STRING) {
                type = parser.getText();
            } else if (key.equals("data")) {
                data(type, parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void data(String type, JsonParser parser) throws IOException {
        switch (type) {
            case "map" -> maps(parser, (name, key) -> scalars(name, key, parser));
            case "stats" -> maps(parser, (name, key) -> scalars(name, key, parser));
            case "hist" -> maps(parser, (name, key) -> keyed(name, key, parser, (n, k) -> buckets(n, k, parser)));
            case "tseries" -> maps(parser, (name, key) -> keyed(name, key, parser, (n, k) -> series(n, k, parser)));
            case "lost_events" -> lost(parser);
            case "printf" -> text(parser);
            case "" -> throw invalid(place(parser) + " has data before its type", REMEDY);
            default -> {
                String shown = type.substring(0, Math.min(40, type.length()));
                if (notRead.size() < MAX_TYPES && !type.equals("attached_probes")) {
                    notRead.merge(shown, 1, Integer::sum);
                }
                parser.skipChildren();
            }
        }
    }

    /** What reads the value at which the parser stands. */
    private interface Reading {
        void read(String name, String key) throws IOException;
    }

    private void maps(JsonParser parser, Reading reading) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw invalid(place(parser) + " has data that is not an object of maps", REMEDY);
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            reading.read(name.startsWith("@") ? name : "@" + name, "");
        }
    }

    /** Goes down objects of keys to the arrays. */
    private void keyed(String name, String key, JsonParser parser, Reading arrays) throws IOException {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            arrays.read(name, key);
        } else if (parser.currentToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String inner = parser.currentName();
                parser.nextToken();
                keyed(name, key.isEmpty() ? inner : key + "," + inner, parser, arrays);
            }
        } else {
            throw invalid(place(parser) + " has no list of buckets", REMEDY);
        }
    }

    /** Numbers under keys; members {@code count, average, total} are those of stats. */
    private void scalars(String name, String key, JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String inner = parser.currentName();
                parser.nextToken();
                boolean isStat = inner.equals("count") || inner.equals("average") || inner.equals("total");
                if (isStat && parser.currentToken().isNumeric()) {
                    results.value(shown(name, key) + "." + inner, parser.getDoubleValue());
                } else {
                    scalars(name, key.isEmpty() ? inner : key + "," + inner, parser);
                }
            }
        } else if (parser.currentToken().isNumeric()) {
            results.value(shown(name, key), parser.getDoubleValue());
        } else {
            parser.skipChildren();
        }
    }

    private void buckets(String name, String key, JsonParser parser) throws IOException {
        Histogram histogram = new Histogram();
        long nanos = TimeUnits.nanos(name).orElse(1);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Map<String, Long> row = row(parser);
            long low = row.getOrDefault("min", Histogram.OPEN_LOW);
            long high = row.getOrDefault("max", Histogram.OPEN_HIGH);
            high = high == Histogram.OPEN_HIGH ? high : high + 1;
            boolean isBucket = row.containsKey("min") || row.containsKey("max");
            boolean isSound = isBucket
                    && histogram.add(
                            TimeUnits.scaled(low, nanos),
                            TimeUnits.scaled(high, nanos),
                            row.getOrDefault("count", -1L));
            badRows += isSound ? 0 : 1;
        }
        if (histogram.total() > 0) {
            results.map(name, key, histogram);
        }
    }

    private Map<String, Long> row(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw invalid(place(parser) + " has a bucket that is not an object", REMEDY);
        }
        Map<String, Long> row = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_NUMBER_INT
                    && (name.equals("min") || name.equals("max") || name.equals("count"))) {
                row.put(name, parser.getLongValue());
            } else {
                parser.skipChildren();
            }
        }
        return row;
    }

    private void series(String name, String key, JsonParser parser) throws IOException {
        int intervals = 0;
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw invalid(place(parser) + " has an interval that is not an object", REMEDY);
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                boolean isValue = parser.currentName().equals("value");
                if (parser.nextToken().isNumeric() && isValue) {
                    double value = parser.getDoubleValue();
                    intervals++;
                    sum += value;
                    least = Math.min(least, value);
                    most = Math.max(most, value);
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (intervals > 0) {
            results.value(shown(name, key) + ".intervals", intervals);
            results.value(shown(name, key) + ".least", least);
            results.value(shown(name, key) + ".most", most);
            results.value(shown(name, key) + ".mean", sum / intervals);
        }
    }

    private void lost(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                lost += Math.max(0, Math.min(Histogram.MAX, parser.getLongValue()));
            } else {
                parser.skipChildren();
            }
        }
    }

    private void text(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            ToolRun.of(parser.getText().strip()).ifPresent(results::run);
        } else {
            parser.skipChildren();
        }
    }

    private static String shown(String name, String key) {
        return key.isEmpty() ? name : name + "[" + key + "]";
    }

    private static String place(JsonParser parser) {
        return "line " + parser.currentTokenLocation().getLineNr();
    }

    private InvalidInputException invalid(String problem, String remedy) {
        return new InvalidInputException(artifact.path().toString(), problem, remedy);
    }
}
