package dev.amdahl.examples.cli.ledger;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Head hashes that somebody kept elsewhere. */
final class Heads {
    private static final Pattern HASH = Pattern.compile("(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])");
    private static final long MAX_BYTES = 64L << 20;

    private Heads() {}

    static String hash(String place, String text) {
        if (!HASH.matcher(text).matches()) {
            throw new InvalidInputException(place, "'" + text + "' is not a hash", "give 64 digits of 0-9 and a-f");
        }
        return text;
    }

    /** Returns every hash that follows the word {@code head} in a file, such as the output of earlier commands. */
    static List<String> in(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
            throw new InvalidInputException(
                    file.toString(), "no file with heads", "name one that holds earlier output");
        }
        List<String> heads = Files.readString(file)
                .lines()
                .flatMap(line -> line.contains("head") || line.length() == 64
                        ? HASH.matcher(line).results()
                        : Stream.empty())
                .map(MatchResult::group)
                .distinct()
                .toList();
        if (heads.isEmpty()) {
            throw new InvalidInputException(file.toString(), "holds no head", "name one that holds earlier output");
        }
        return heads;
    }
}
