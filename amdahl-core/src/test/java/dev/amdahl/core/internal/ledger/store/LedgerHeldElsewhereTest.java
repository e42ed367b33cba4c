package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerHeldElsewhereTest {
    @TempDir
    Path folder;

    @Test
    void aLedgerThatAnotherProcessHoldsIsBusyAndKept() throws IOException, InterruptedException {
        LedgerLocation location = LedgerLocation.of(folder.resolve("memory").toString());
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Holder.class.getName(),
                        location.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream out = holder.getInputStream()) {
            assertThat(out.read()).as("the other process has opened it").isEqualTo('!');
            assertThatThrownBy(() -> JdbcStore.open(location, 3))
                    .isInstanceOf(LedgerBusyException.class)
                    .hasMessageContaining("held by another process");
        } finally {
            holder.destroyForcibly();
            holder.waitFor();
        }
        try (LedgerStore store = LedgerStore.open(location)) {
            assertThat(store.event(1)).isPresent();
        }
    }

    /** Opens, writes one event, and holds on until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            LedgerStore store = LedgerStore.open(LedgerLocation.of(arguments[0]));
            Event event = Event.after(Event.GENESIS, 1, Instant.EPOCH, "CycleEnded", "cycle", "{}");
            store.commit(store.fence(), List.of(event), List.of());
            System.out.print('!');
            System.out.flush();
            System.in.read();
        }
    }
}
