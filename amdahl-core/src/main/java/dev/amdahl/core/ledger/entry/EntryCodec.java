package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import dev.amdahl.core.internal.io.FastInstantParser;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Canonical JSON of entries and rows: sorted keys, ASCII, one form per value, read strictly. Numbers that are not finite are the
 * texts {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}. Thread-safe.
 */
public final class EntryCodec {
    private static final Map<String, Class<?>> KINDS =
            Entry.kinds().collect(Collectors.toUnmodifiableMap(Class::getSimpleName, kind -> kind));

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(64).build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build())
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .addMixIn(Change.class, MixIns.OfChange.class)
            .addMixIn(LeverSetting.Target.class, MixIns.OfTarget.class)
            .addMixIn(OutputRule.Comparison.class, MixIns.OfOutputComparison.class)
            .addMixIn(ValueSource.class, MixIns.OfValueSource.class)
            .addMixIn(ArmResult.class, MixIns.OfArmResult.class)
            .addMixIn(MetricSpec.class, MixIns.OfMetric.class)
            .addMixIn(ExperimentPlan.class, MixIns.OfPlan.class)
            .addMixIn(RunResult.class, MixIns.OfRunResult.class)
            .addMixIn(Diagnosis.class, MixIns.OfDiagnosis.class)
            .addMixIn(Review.class, MixIns.OfReview.class)
            .addMixIn(Vote.class, MixIns.OfVote.class)
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .addModule(new SimpleModule("paths and times")
                    .addSerializer(Path.class, ToStringSerializer.instance)
                    .addDeserializer(Path.class, new PathReader())
                    .addDeserializer(Instant.class, new TimeReader()))
            .build();

    private static final JsonMapper CLEAN = JSON.rebuild()
            .disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .addModule(new RedactingModule(JSON))
            .build();

    private EntryCodec() {}

    /**
     * Returns what of a value may be kept: itself, or the same with a mark in the place of each secret in its texts and names. Of two names that
     * become one, the last stays. A change stays as it was declared, and a candidate as it was tried: both are run as the ledger has them.
     */
    public static <T> T withoutSecrets(T value) {
        try {
            String json = CLEAN.writeValueAsString(value);
            @SuppressWarnings("unchecked")
            Class<T> type = (Class<T>) value.getClass();
            return json.contains(Redaction.MARK) ? CLEAN.readValue(json, type) : value;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Returns the name under which an entry is recorded. */
    public static String kind(Entry entry) {
        return entry.getClass().getSimpleName();
    }

    /**
     * Returns the canonical JSON of an entry.
     *
     * @throws IllegalMoveException if it is too large for the ledger
     */
    public static String payload(Entry entry) {
        String payload = write(entry);
        if (payload.length() > LedgerStore.MAX_PAYLOAD) {
            throw new IllegalMoveException(
                    entry,
                    "has " + payload.length() + " characters, more than the " + LedgerStore.MAX_PAYLOAD
                            + " that an event holds");
        }
        return payload;
    }

    /**
     * Returns the entry of an event.
     *
     * @throws IllegalArgumentException if the kind is unknown or the payload is not one of that kind
     */
    public static Entry entry(Event event) {
        Class<?> kind = KINDS.get(event.kind());
        if (kind == null) {
            throw new IllegalArgumentException("unknown kind '" + event.kind() + "': written by a later version?");
        }
        return (Entry) read(event.payload(), kind);
    }

    /** Writes any value that a ledger keeps. */
    public static String write(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Reads what {@link #write} wrote. */
    public static <T> T read(String json, Class<T> type) {
        T value;
        try {
            value = JSON.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "not the JSON of a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
        if (value == null) {
            throw new IllegalArgumentException("not the JSON of a " + type.getSimpleName() + ": it is null");
        }
        return value;
    }

    /** A time as it is written here; any other form as before. */
    private static final class TimeReader extends StdScalarDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        TimeReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            Optional<Instant> plain = parser.hasToken(JsonToken.VALUE_STRING)
                    ? FastInstantParser.plain(parser.getText())
                    : Optional.empty();
            return plain.isPresent() ? plain.get() : InstantDeserializer.INSTANT.deserialize(parser, context);
        }
    }

    private static final class PathReader extends StdScalarDeserializer<Path> {
        private static final long serialVersionUID = 1L;

        PathReader() {
            super(Path.class);
        }

        @Override
        public Path deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Path.of(parser.getText());
        }
    }
}
