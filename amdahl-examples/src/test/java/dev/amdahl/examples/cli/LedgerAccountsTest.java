package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.ModelCalls;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.core.roi.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerAccountsTest {
    @TempDir
    Path folder;

    @Test
    void budgetsAndCostsAreShownFromALedgerWithoutAVerdict() throws IOException {
        String url = folder.resolve("ledger").toString();
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.FamilySeen("train", "h200", "0"),
                    new Entry.BudgetSet(Budget.UNLIMITED.withTotal(Limits.NONE.withTokenMoney(5))));
            ModelCalls calls = new ModelCalls(lease);
            calls.reserve(new ModelCalls.Request("c1", "model-1", "train", 1000, 2));
            calls.settle("c1", 600, 100, 1.5);
            calls.reserve(new ModelCalls.Request("c2", "model-1", "train", 1000, 3));
        }

        JsonNode json =
                Cli.here("ledger", "accounts", "--json", "--ledger", url).json("ledger-accounts");

        JsonNode tokens = StreamSupport.stream(json.get("budgets").spliterator(), false)
                .filter(row -> row.get("unit").asText().equals("money for tokens")
                        && row.get("period").asText().equals("total"))
                .findFirst()
                .orElseThrow();
        assertThat(tokens.get("limit").asDouble()).isEqualTo(5);
        assertThat(tokens.get("spent").asDouble()).isEqualTo(1.5);
        assertThat(tokens.get("reserved").asDouble()).isEqualTo(3);
        assertThat(json.get("alerts").get(0).asText()).startsWith("90 % of the budget of 5 money for tokens");
        assertThat(json.get("spent").get("tokens").asLong()).isEqualTo(700);
        assertThat(json.get("throughput").isNull()).isTrue();
        assertThat(Cli.here("ledger", "accounts", "--ledger", url).out())
                .contains("money for tokens", "verdicts: 0", "90 % of the budget");
        Cli.here("ledger", "accounts", "--availability", "2", "--ledger", url).failsWith(2, "availability", "were");
    }
}
