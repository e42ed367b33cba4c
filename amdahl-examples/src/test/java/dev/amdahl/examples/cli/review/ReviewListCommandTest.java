package dev.amdahl.examples.cli.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.examples.cli.Cli;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReviewListCommandTest {
    @TempDir
    private Path folder;

    @Test
    void anAnswerIsListedUntilACycleTakesIt() throws Exception {
        String ledger = folder.resolve("ledger").toString();
        try (Ledger opened = Ledger.open(ledger);
                Lease lease = opened.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(AskedWin.entries());
        }
        assertThat(row(ledger).get("answer").isNull()).isTrue();

        Cli.here("review", "decline", "won-1", "--by", "ann", "--reason", "too risky", "--ledger", ledger);

        assertThat(Cli.here("review", "list", "--ledger", ledger).out())
                .contains("won-1", "declined by ann, for the next cycle, if it allows unsigned answers");
        assertThat(row(ledger).at("/answer/decision").asText()).isEqualTo("decline");
        assertThat(row(ledger).at("/answer/reason").asText()).isEqualTo("too risky");
    }

    private static JsonNode row(String ledger) throws Exception {
        return Cli.here("review", "list", "--json", "--ledger", ledger)
                .json("review-list")
                .at("/waiting/0");
    }
}
