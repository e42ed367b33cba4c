package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.file.LedgerDamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileEndTest {
    @TempDir
    Path folder;

    private Path events() {
        return folder.resolve("memory.events.jsonl");
    }

    private String url() {
        return folder.resolve("memory").toString();
    }

    @Test
    void aHoleThatAPowerCutLeftIsWrittenAnew() throws IOException {
        String whole = told(20);
        punch(whole.indexOf("\"seq\":12"), 700);
        Ledger.open(url()).close();
        assertThat(Files.readString(events())).isEqualTo(whole);
    }

    @Test
    void aDatabaseThatWasSetBackShowsBehindAHoleToo() throws IOException {
        told(5);
        Path database = folder.resolve("memory.mv.db");
        Path old = Files.copy(database, folder.resolve("old"));
        String whole = told(20);
        punch(whole.indexOf("\"seq\":4,"), 300);
        Files.move(old, database, StandardCopyOption.REPLACE_EXISTING);
        String before = Files.readString(events());
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("rolled back");
        assertThat(Files.readString(events())).isEqualTo(before);
    }

    private String told(int events) throws IOException {
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("test", Duration.ofHours(1))) {
            for (int i = 0; i < events; i++) {
                lease.commit(new Entry.Spent("run-" + i, Cost.Kind.BUILD_SECONDS, 1));
            }
        }
        return Files.readString(events());
    }

    private void punch(int from, int bytes) throws IOException {
        assertThat(from).isPositive();
        try (FileChannel file = FileChannel.open(events(), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(bytes), from);
        }
    }
}
