package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers of Slurm: of 22.05 from a cluster of one node, of 23.11 written by its documented schema. */
final class Recorded {
    private Recorded() {}

    static byte[] bytes(String name) {
        try (InputStream stream = Recorded.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, SlurmJob> json(String name) {
        try (Stream<SlurmJob> jobs = JobsJson.read(name, new ByteArrayInputStream(bytes(name)))) {
            return jobs.collect(Collectors.toMap(SlurmJob::id, Function.identity()));
        }
    }
}
