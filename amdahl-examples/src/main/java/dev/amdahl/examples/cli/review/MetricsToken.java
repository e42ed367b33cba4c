package dev.amdahl.examples.cli.review;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/** The token by which a monitor reads the metrics: it stays the same when the page is served again. */
final class MetricsToken {
    private static final int BYTES = 32;
    private static final int MIN_LENGTH = 20;
    private static final int MAX_BYTES = 4096;

    private MetricsToken() {}

    /** Returns the one of a file, which is made for its owner alone if it is not there. */
    static String of(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] random = new byte[BYTES];
            new SecureRandom().nextBytes(random);
            String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            AtomicFiles.writeFirst(file, (token + "\n").getBytes(US_ASCII));
        }
        String token = Files.size(file) > MAX_BYTES ? "" : new String(Files.readAllBytes(file), US_ASCII).strip();
        if (token.length() < MIN_LENGTH || !token.matches("[!-~]+")) {
            throw new InvalidInputException(
                    "--metrics-token " + file,
                    "does not hold a token of at least " + MIN_LENGTH + " characters",
                    "remove it to have one made");
        }
        return token;
    }
}
