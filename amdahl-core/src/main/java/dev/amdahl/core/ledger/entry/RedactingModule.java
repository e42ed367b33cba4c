package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.refine.Candidate;
import java.io.IOException;

/** Writes every text and every name of a map without its secrets, but for what must stay as it is to be run or found again. */
final class RedactingModule extends SimpleModule {
    private static final long serialVersionUID = 1L;
    private static final int MAX_LENGTH = 300;
    /** The same names come with every trial. */
    private static final LoadingCache<String, String> NAMES =
            CacheBuilder.newBuilder().maximumSize(10_000).build(CacheLoader.from(Redaction::ofName));

    RedactingModule(JsonMapper plain) {
        super("secrets");
        addSerializer(String.class, new Text());
        addKeySerializer(String.class, new Name());
        addSerializer(Change.class, new AsItIs<>(Change.class, plain));
        addSerializer(Candidate.class, new AsItIs<>(Candidate.class, plain));
        addSerializer(WorkerRunId.class, new AsItIs<>(WorkerRunId.class, plain));
    }

    private static String clean(String text) {
        return text.length() <= MAX_LENGTH ? NAMES.getUnchecked(text) : Redaction.ofName(text);
    }

    private static final class Text extends StdScalarSerializer<String> {
        private static final long serialVersionUID = 1L;

        Text() {
            super(String.class);
        }

        @Override
        public void serialize(String text, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(clean(text));
        }
    }

    private static final class Name extends StdSerializer<String> {
        private static final long serialVersionUID = 1L;

        Name() {
            super(String.class);
        }

        @Override
        public void serialize(String name, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeFieldName(clean(name));
        }
    }

    private static final class AsItIs<T> extends StdSerializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient JsonMapper plain;

        AsItIs(Class<T> type, JsonMapper plain) {
            super(type);
            this.plain = plain;
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeRawValue(plain.writerFor(handledType()).writeValueAsString(value));
        }

        @Override
        public void serializeWithType(T value, JsonGenerator json, SerializerProvider provider, TypeSerializer types)
                throws IOException {
            serialize(value, json, provider);
        }
    }
}
