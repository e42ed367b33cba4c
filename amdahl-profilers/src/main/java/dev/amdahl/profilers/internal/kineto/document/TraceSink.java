package dev.amdahl.profilers.internal.kineto.document;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Takes what a trace holds, in the order of the file. Not thread-safe. */
public interface TraceSink {
    /** Reads the event under the parser: from the start of its object to the end of it. */
    void event(JsonParser parser) throws IOException;

    /** Counts an entry of the list of events that is not an object. */
    void other();

    /** Reads the value under the parser, or skips it: a member of the document beside its events and its base time. */
    default void member(String name, JsonParser parser) throws IOException {
        parser.skipChildren();
    }
}
