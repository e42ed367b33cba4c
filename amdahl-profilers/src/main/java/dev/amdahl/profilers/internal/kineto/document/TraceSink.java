package dev.amdahl.profilers.internal.kineto.document;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Takes what a trace holds, in the order of the file. Not thread-safe. */
public interface TraceSink {
    /** Says that a row is none of the usual ones. */
    int UNUSUAL = -1;

    /** Says that a row does not end within the text. */
    int CUT_OFF = -2;

    /** Returns whether {@link #row} takes any rows. */
    default boolean takesRows() {
        return false;
    }

    /**
     * Takes the event whose object begins at a place of a text, if it can without a parser: only one that the parser would read so too.
     *
     * @param limit where the text ends; a 0 stands there
     * @return where the object ends; else {@link #UNUSUAL} or {@link #CUT_OFF}, and nothing was taken
     */
    default int row(byte[] text, int from, int limit) {
        return UNUSUAL;
    }

    /** Reads the event under the parser: from the start of its object to the end of it. */
    void event(JsonParser parser) throws IOException;

    /** Counts an entry of the list of events that is not an object. */
    void other();

    /** Reads the value under the parser, or skips it: a member of the document beside its events and its base time. */
    default void member(String name, JsonParser parser) throws IOException {
        parser.skipChildren();
    }
}
