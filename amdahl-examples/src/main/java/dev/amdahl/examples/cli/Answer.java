package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a command has to say: for programs, for people, and by exit code. Immutable.
 *
 * @param json one document
 * @param text some lines for people
 * @param exitCode 0, or 1 when the answer is no
 */
record Answer(JsonNode json, String text, int exitCode) {
    static Answer of(JsonNode json, String text) {
        return new Answer(json, text, 0);
    }
}
