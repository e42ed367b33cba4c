package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.testing.SettableClock;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that a scan of the database meets and a search does not, as behind a damaged inner page of its tree. */
final class VerifierTest {
    @TempDir
    private Path folder;

    @Test
    void eventsThatASearchDoesNotMeetAreNamed() {
        String base = folder.resolve("memory").toString();
        try (Ledger ledger = Ledger.open(base, new SettableClock(Entries.START))) {
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.wholeStory("h0"));
        }
        try (LedgerStore store = LedgerStore.open(LedgerLocation.of(base))) {
            String third = store.event(3).orElseThrow().hash();

            assertThat(problems(store)).isEmpty();
            assertThat(problems(missing(store, "event", 4L))).containsExactly("event 4 is not found by its number");
            assertThat(problems(missing(store, "seqAfter", third)))
                    .containsExactly("event 4 is not found by the event before it");
        }
    }

    private static List<String> problems(LedgerStore store) {
        return new Verifier()
                .verify(store, store.location().eventFile(), List.of())
                .problems();
    }

    /** Returns the same store, in which one call finds nothing. */
    private static LedgerStore missing(LedgerStore store, String method, Object sought) {
        return (LedgerStore) Proxy.newProxyInstance(
                LedgerStore.class.getClassLoader(),
                new Class<?>[] {LedgerStore.class},
                (proxy, called, arguments) -> called.getName().equals(method) && sought.equals(arguments[0])
                        ? Optional.empty()
                        : called.invoke(store, arguments));
    }
}
