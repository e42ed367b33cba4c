package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An order to a model, and where a job hides it.
 *
 * @param family the job that hides it
 * @param place log, kernel, frame, comment, metric or idea
 * @param text the order
 */
record Injection(String family, String place, String text) {

    /** All of the corpus. */
    static List<Injection> all() {
        try {
            List<Injection> all = new ArrayList<>();
            for (String line : Resources.readLines(Resources.getResource(Injection.class, "injections.tsv"), UTF_8)) {
                String[] parts = line.split("\t", 2);
                all.add(new Injection("job" + all.size(), parts[0], parts[1]));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
