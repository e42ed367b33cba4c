package dev.amdahl.core.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.amdahl.spi.Redaction;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** Short lines about what was not measured; text of jobs is untrusted, freed of secrets and cut. */
final class Notes {
    private static final int MAX_LENGTH = 200;

    private Notes() {}

    static String line(String text) {
        String plain = Redaction.ofName(text).replaceAll("\\p{Cntrl}+", " ");
        return plain.length() <= MAX_LENGTH ? plain : plain.substring(0, MAX_LENGTH) + "...";
    }

    static String reason(IOException e) {
        if (e instanceof JsonProcessingException json) {
            return "malformed JSON: " + json.getOriginalMessage();
        }
        return e instanceof NoSuchFileException ? "the file was not written" : String.valueOf(e.getMessage());
    }
}
