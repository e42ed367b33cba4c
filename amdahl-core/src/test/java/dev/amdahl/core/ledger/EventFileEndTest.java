package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
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
        assertThat(Path.of(events() + ".torn")).isNotEmptyFile();
        assertThat(Path.of(events() + ".altered-1")).doesNotExist();
    }

    @Test
    void whatWasAlteredIsWrittenAnewAndKept() throws IOException {
        String whole = told(20);
        int number = 0;
        for (String altered :
                List.of(whole.replace("run-9\"", "run-8\""), moved(whole, 12), whole.replace(line(whole, 12), ""))) {
            assertThat(altered).isNotEqualTo(whole);
            Files.writeString(events(), altered);
            Ledger.open(url()).close();
            assertThat(Files.readString(events())).isEqualTo(whole);
            assertThat(altered).endsWith(Files.readString(Path.of(events() + ".altered-" + ++number)));
        }
        assertThat(Path.of(events() + ".torn")).doesNotExist();
    }

    private static String line(String whole, int number) {
        return whole.lines().toList().get(number) + "\n";
    }

    /** A line and the one behind it in each other's place. */
    private static String moved(String whole, int number) {
        return whole.replace(
                line(whole, number) + line(whole, number + 1), line(whole, number + 1) + line(whole, number));
    }

    @Test
    void anIncompleteLineIsCutAndKept() throws IOException {
        String whole = told(3);
        Files.writeString(events(), whole + "{\"seq\":6,");
        Ledger.open(url()).close();
        assertThat(Files.readString(events())).isEqualTo(whole);
        assertThat(Path.of(events() + ".torn")).hasContent("{\"seq\":6,");
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
