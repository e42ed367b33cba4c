package dev.amdahl.core.internal.schedulers.slurmcommands;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads the JSON of {@code squeue} and {@code sacct}, one job at a time: of 22.05, and of 23.02 and later, where a number is an object
 * that says whether it is set and a state is a list. Not thread-safe.
 */
public final class JobsJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(64).build())
                    .build())
            .build();

    private final String program;
    private final JsonParser parser;

    private JobsJson(String program, JsonParser parser) {
        this.program = program;
        this.parser = parser;
    }

    /**
     * The jobs of an answer, read as the stream is.
     *
     * @throws MalformedAnswerException there or while reading, if it is not whole, no JSON, or without a list of jobs
     */
    public static Stream<SlurmJob> read(String program, InputStream answer) {
        try {
            JobsJson jobs = new JobsJson(program, MAPPER.createParser(answer));
            jobs.enter();
            return StreamSupport.stream(
                    Spliterators.spliteratorUnknownSize(jobs.new Each(), Spliterator.ORDERED | Spliterator.NONNULL),
                    false);
        } catch (IOException e) {
            throw malformed(program, e);
        }
    }

    private static MalformedAnswerException malformed(String program, IOException e) {
        String problem = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.toString();
        return new MalformedAnswerException(program, "not whole JSON: " + problem);
    }

    private void enter() throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new MalformedAnswerException(program, "not a JSON object");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isJobs = parser.currentName().equals("jobs");
            JsonToken value = parser.nextToken();
            if (isJobs && value == JsonToken.START_ARRAY) {
                return;
            }
            parser.skipChildren();
        }
        throw new MalformedAnswerException(program, "no list of jobs in it");
    }

    /** One job after another. */
    private final class Each implements Iterator<SlurmJob> {
        private Optional<SlurmJob> next = Optional.empty();
        private boolean isOver;

        @Override
        public boolean hasNext() {
            try {
                while (next.isEmpty() && !isOver) {
                    if (parser.nextToken() == JsonToken.END_ARRAY) {
                        isOver = true;
                        skipRest();
                    } else if (parser.currentToken() == null) {
                        throw new MalformedAnswerException(program, "it ends in the middle of the jobs");
                    } else {
                        JsonNode job = MAPPER.readTree(parser);
                        next = JobJson.of(job);
                    }
                }
                return next.isPresent();
            } catch (IOException e) {
                throw malformed(program, e);
            }
        }

        /** What follows must be whole too: an answer cut off behind the jobs may have been cut off within them. */
        private void skipRest() throws IOException {
            int depth = 1;
            while (depth > 0) {
                JsonToken token = parser.nextToken();
                if (token == null) {
                    throw new MalformedAnswerException(program, "it ends in the middle");
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            }
        }

        @Override
        public SlurmJob next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            SlurmJob job = next.get();
            next = Optional.empty();
            return job;
        }
    }
}
