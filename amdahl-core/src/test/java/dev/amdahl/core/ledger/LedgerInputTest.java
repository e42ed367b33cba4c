package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.file.FreeSpace;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LedgerInputTest {
    @TempDir
    Path folder;

    private String url() {
        return folder.resolve("memory").toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:file:./x;INIT=RUNSCRIPT FROM 'evil.sql'",
                "./x;WRITE_DELAY=500",
                "jdbc:h2:mem:",
                "jdbc:h2:mem:a b",
                "jdbc:h2:tcp://host/x",
                "jdbc:mysql://host/x",
                "jdbc:postgresql://host/x?socketFactory=evil",
                "",
                "a\u0000b"
            })
    void aUrlThatIsNotAPlacesNameIsRefused(String url) {
        assertThatThrownBy(() -> Ledger.open(url)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void aServerThatDoesNotAnswerMayAnswerLater() {
        assertThatThrownBy(() -> Ledger.open("jdbc:postgresql://127.0.0.1:1/x?user=u&folder=" + folder))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageContaining("does not answer")
                .hasMessageContaining("run it again once it does");
    }

    @Test
    void aFolderAndAnotherFileAreNoLedgers() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "hello");
        assertThatThrownBy(() -> Ledger.open(folder.toString())).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> Ledger.open(text.toString())).hasMessageContaining("not a ledger");
        assertThat(text).hasContent("hello");
    }

    @Test
    void randomBytesAreLeftAsTheyAre() throws IOException {
        byte[] random = new byte[20_000];
        new SplittableRandom(3).nextBytes(random);
        Path file = Files.write(folder.resolve("memory.mv.db"), random);
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("not a ledger");
        assertThat(file).hasBinaryContent(random);
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void anEmptyFileIsNoLedgerAndStaysEmpty() throws IOException {
        Path file = Files.createFile(folder.resolve("memory.mv.db"));
        assertRefusedByAll("memory.mv.db", "is empty, not a ledger", "restore a copy");
        assertThat(file).isEmptyFile();
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void whateverReadsALedgerSaysTheSameOfWhatIsNone() throws IOException {
        Path file = Files.createDirectory(folder.resolve("memory.mv.db"));
        assertRefusedByAll("memory.mv.db", "not a ledger but a folder");
        Files.delete(file);
        Files.writeString(file, "hello");
        assertRefusedByAll("memory.mv.db", "not a ledger but some other file");
    }

    private void assertRefusedByAll(String... words) {
        List<ThrowingCallable> uses =
                List.of(() -> Ledger.open(url()), () -> Ledger.verify(url()), () -> LedgerReader.view(url()));
        uses.forEach(use -> assertThatThrownBy(use)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(words));
    }

    @Test
    void anEventFileAloneIsNotSaidToComeBackFromADatabase() throws IOException {
        Files.writeString(folder.resolve("memory.events.jsonl"), "hello\n");
        assertThatThrownBy(() -> LedgerReader.view(url()))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContainingAll("event 1: is not an event", "no database beside it", "restore a copy");
    }

    @Test
    void theDatabaseOfAnotherProgramIsLeftAsItIs() throws Exception {
        Path file = folder.resolve("memory.mv.db");
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + url(), "sa", "")) {
            connection.createStatement().execute("CREATE TABLE customer (id INT)");
        }
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not a ledger");
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void aDatabaseWithOtherTablesIsRefused() throws Exception {
        Ledger.open(url()).close();
        String password = Files.readString(folder.resolve("memory.secret")).strip();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + url(), "amdahl", password)) {
            connection.createStatement().execute("CREATE TABLE customer (id INT)");
        }
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("customer");
    }

    @Test
    void aLinkInPlaceOfTheDatabaseIsRefusedAndNothingIsMadeWhereItLeads() throws Exception {
        Ledger.open(url()).close();
        Path moved = Files.move(folder.resolve("memory.mv.db"), folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("memory.mv.db"), moved);
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOf(LedgerUnusableException.class)
                .hasMessageContaining("memory.mv.db")
                .hasMessageContaining("is a link");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("elsewhere", "memory.mv.db", "memory.secret", "memory.events.jsonl");
        }
    }

    @Test
    void aDatabaseCutToNothingWithoutItsEventFileIsNotBegunAnew() throws IOException {
        Ledger.open(url()).close();
        Files.delete(folder.resolve("memory.events.jsonl"));
        for (int length : new int[] {0, 4096, 8192}) {
            Files.write(folder.resolve("memory.mv.db"), new byte[length]);
            assertThatThrownBy(() -> Ledger.open(url())).isInstanceOf(LedgerDamagedException.class);
            assertThat(Files.size(folder.resolve("memory.mv.db"))).isEqualTo(length);
        }
    }

    @Test
    void aLostPasswordSaysWhatStillHoldsTheEvents() throws IOException {
        try (Ledger ledger = Ledger.open(url())) {
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.family());
        }
        Path secret = folder.resolve("memory.secret");
        Files.writeString(secret, "another");
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("another password")
                .hasMessageContaining("run ledger repair");
        Files.delete(secret);
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("memory.secret")
                .hasMessageContaining("run ledger repair");
        assertThat(secret).doesNotExist();
    }

    @Test
    void eventFilesWithoutADatabaseAreADamagedLedger() throws Exception {
        try (Ledger ledger = Ledger.open(url())) {
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.family());
        }
        Files.delete(folder.resolve("memory.mv.db"));
        Verification found = Ledger.verify(url());
        assertThat(found.isOk()).isFalse();
        assertThat(found.firstBad()).hasValue(1);
        assertThat(found.problems()).singleElement().asString().contains("although events were committed");
        assertThat(folder.resolve("memory.mv.db")).doesNotExist();
    }

    @Test
    void twoOpeningsInOneProcessExcludeEachOther() {
        try (Ledger ledger = Ledger.open(url())) {
            assertThatThrownBy(() -> Ledger.open("jdbc:h2:file:" + url())).isInstanceOf(LedgerBusyException.class);
            assertThatThrownBy(() -> Ledger.verify(url())).isInstanceOf(LedgerBusyException.class);
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.family());
            assertThat(LedgerReader.view(url())).isEqualTo(ledger.view());
        }
        Ledger.open(url()).close();
    }

    @Test
    void readingWhatIsNotThereSaysSo() {
        assertThatThrownBy(() -> LedgerReader.view(url())).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Ledger.verify(url())).isInstanceOf(InvalidInputException.class);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void thePasswordIsItsOwnersAlone() throws IOException {
        Ledger.open(url()).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("memory.secret"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aClosedLedgerRefusesFurtherUse() {
        Ledger ledger = Ledger.open(url());
        Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
        ledger.close();
        lease.close();
        assertThatThrownBy(() -> lease.commit(Entries.family())).isInstanceOf(LedgerUnusableException.class);
        assertThatThrownBy(ledger::verify).isInstanceOf(LedgerUnusableException.class);
    }

    @Test
    void aDiskWithoutRoomIsNamedAndOneThatDoesNotTellIsNot() {
        FreeSpace.require(folder.resolve("not/yet/there"), 1);
        FreeSpace.require(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/"), Long.MAX_VALUE);
        assertThatThrownBy(() -> FreeSpace.require(folder, Long.MAX_VALUE))
                .isInstanceOf(LedgerUnusableException.class)
                .hasMessageContaining("free some disk space");
    }
}
