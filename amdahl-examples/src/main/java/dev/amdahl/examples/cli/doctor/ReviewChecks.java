package dev.amdahl.examples.cli.doctor;

import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Whether answers of people can be signed here. */
final class ReviewChecks {
    private ReviewChecks() {}

    static Check keys(Path folder) throws IOException {
        List<String> names = List.of();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                names = files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(ReviewKeys.SUFFIX))
                        .map(name -> name.substring(0, name.length() - ReviewKeys.SUFFIX.length()))
                        .sorted()
                        .toList();
            }
        }
        return names.isEmpty()
                ? Check.warn(
                        "review",
                        "keys",
                        "none in " + folder,
                        "to sign answers, run: amdahl review keygen --by NAME --ledger FILE-OR-URL")
                : Check.ok("review", "keys", String.join(", ", names));
    }
}
