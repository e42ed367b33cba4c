package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/** The database's random password, in a file of its owner alone; of several processes that begin a ledger at once, one chooses it. */
record Secret(Path file) {

    boolean exists() {
        return Files.exists(file);
    }

    String readOrCreate() {
        try {
            if (!exists()) {
                byte[] random = new byte[24];
                new SecureRandom().nextBytes(random);
                AtomicFiles.writeFirst(
                        file, Base64.getUrlEncoder().encodeToString(random).getBytes(US_ASCII));
            }
            return Files.readString(file, US_ASCII).strip();
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }
}
