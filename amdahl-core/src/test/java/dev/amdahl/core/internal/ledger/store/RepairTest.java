package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.view.LedgerView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file whose last write lacks its middle, as a power cut may leave it. */
final class RepairTest {
    private static final int BLOCK = 4096;

    @TempDir
    Path folder;

    private Path database = Path.of("unset");
    private String url = "";

    @BeforeEach
    void write() {
        url = folder.resolve("memory").toString();
        database = folder.resolve("memory.mv.db");
    }

    private LedgerView commit() {
        try (Ledger ledger = Ledger.open(url)) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            lease.commit(new Entry.CycleEnded("done"));
            LedgerView view = ledger.view();
            lease.close();
            return view;
        }
    }

    /** Zeroes the middle of the newest chunk, which only moves the lease; returns what is left. */
    private byte[] tear() throws IOException {
        byte[] bytes = Files.readAllBytes(database);
        int chunk = bytes.length / BLOCK * BLOCK - BLOCK;
        while (!new String(bytes, chunk, 6, ISO_8859_1).equals("chunk:")) {
            chunk -= BLOCK;
        }
        Arrays.fill(bytes, chunk + 256, bytes.length - 256, (byte) 0);
        Files.write(database, bytes);
        return bytes;
    }

    @Test
    void aTornFileIsTakenBackToItsLastWholeWriteAndEachIsKept() throws IOException {
        for (int torn = 0; torn < 3; torn++) {
            LedgerView before = commit();
            byte[] left = tear();
            Verification found = Ledger.verify(url);
            assertThat(found.isOk()).as("%s", found).isFalse();
            assertThat(database).as("not changed by a check").hasBinaryContent(left);
            try (Ledger ledger = Ledger.open(url)) {
                assertThat(ledger.view().head()).isEqualTo(before.head());
                assertThat(ledger.verify().problems()).isEmpty();
            }
            assertThat(folder.resolve("memory.mv.db.damaged" + (torn == 0 ? "" : "." + torn)))
                    .hasBinaryContent(left);
        }
    }

    @Test
    void withoutEventFilesNobodyKnowsWhatWasCommittedAndItIsRefused() throws IOException {
        commit();
        byte[] left = tear();
        Files.delete(folder.resolve("memory.events.jsonl"));
        assertThatThrownBy(() -> Ledger.open(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("would not open");
        assertThat(database).hasBinaryContent(left);
        assertThat(folder.resolve("memory.mv.db.unborn")).doesNotExist();
    }

    @Test
    void aDamagedEventFileIsNoReasonToGoBackEither() throws IOException {
        commit();
        byte[] left = tear();
        Files.writeString(folder.resolve("memory.events.jsonl"), "{}\n");
        assertThatThrownBy(() -> Ledger.open(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("would not open");
        assertThat(database).hasBinaryContent(left);
    }
}
