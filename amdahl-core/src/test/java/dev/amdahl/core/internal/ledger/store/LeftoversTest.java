package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftoversTest {
    private static final List<String> DRAFTS = List.of(
            ".memory.mv.db.compact123456789.mv.db",
            ".memory.mv.db.whole.mv.db",
            "memory.mv.db.temp",
            "memory.mv.db.v1.zip.tmp",
            ".memory.secret99.tmp",
            ".memory.events.jsonl12.tmp",
            ".memory.events.3.jsonl12.tmp");
    private static final List<String> OTHERS = List.of(
            ".memory2.mv.db.compact1.mv.db",
            "memory2.mv.db.temp",
            "memory.mv.db.temporary",
            "memory.mv.db.damaged",
            "memory.mv.db.v1.zip",
            "memory.notes.tmp",
            ".memory.mv.db.compact.mine");

    @TempDir
    Path folder;

    @Test
    void answersBesideNoLedgerAreNotTakenForANewOne() throws IOException {
        LedgerLocation location = LedgerLocation.of(folder.resolve("memory").toString());
        Path reviews = folder.resolve("memory.reviews");
        Files.createDirectories(reviews.resolve("keys"));
        Files.writeString(folder.resolve("memory.reviews/keys/ada.pub"), "a key\n");
        LedgerStore.open(location).close();
        Files.delete(folder.resolve("memory.mv.db"));
        Files.delete(folder.resolve("memory.events.jsonl"));
        Files.writeString(reviews.resolve("0123456789abcdef0123.json"), "{}");

        assertThatThrownBy(() -> LedgerStore.open(location).close())
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("although " + reviews + " holds what its events name");
        assertThat(folder.resolve("memory.mv.db")).doesNotExist();
    }

    @Test
    void draftsOfProcessesThatEndedGoAtTheNextOpeningAndNothingElseDoes() throws IOException {
        LedgerLocation location = LedgerLocation.of(folder.resolve("memory").toString());
        LedgerStore.open(location).close();
        for (String name : DRAFTS) {
            Files.writeString(folder.resolve(name), "half");
        }
        for (String name : OTHERS) {
            Files.writeString(folder.resolve(name), "another's");
        }
        LedgerStore.openToCheck(location).close();
        assertThat(folder.resolve(DRAFTS.get(0))).exists();
        LedgerStore.open(location).close();
        DRAFTS.forEach(name -> assertThat(folder.resolve(name)).doesNotExist());
        OTHERS.forEach(name -> assertThat(folder.resolve(name)).hasContent("another's"));
    }
}
