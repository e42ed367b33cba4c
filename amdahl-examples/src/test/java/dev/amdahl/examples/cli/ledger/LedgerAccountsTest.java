package dev.amdahl.examples.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
            lease.commit(
                    new Entry.CallReserved("c1", "model-1", "train", 1000, 2),
                    new Entry.CallSettled("c1", 600, 100, 1.5, Optional.empty()),
                    new Entry.CallReserved("c2", "model-1", "train", 1000, 3));
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
        assertThat(json.get("calls").get("made").asInt()).isEqualTo(2);
        assertThat(json.get("throughput").isNull()).isTrue();
        JsonNode family = json.get("families").get(0);
        assertThat(family.get("promoted_hours_per_week").get(1).isNull())
                .as("nobody said how often it runs")
                .isTrue();
        assertThat(family.get("captured_hours_per_week").get(1).asDouble())
                .as("as before")
                .isZero();
        assertThat(family.get("captured_at_least_hours_per_week").isNull()).isTrue();
        assertThat(Cli.here("ledger", "accounts", "--ledger", url).out())
                .contains("money for tokens", "verdicts: 0", "90 % of the budget")
                .contains("promoted h/week (projected)", "not known", "not seen");
        Cli.here("ledger", "accounts", "--fleet", "nowhere.csv", "--ledger", url)
                .failsWith(2, "nowhere.csv", "no readable file");
        Cli.here("ledger", "accounts", "--availability", "2", "--ledger", url).failsWith(2, "availability", "were");
    }

    @Test
    void plantedWinsAreCountedBySize() throws IOException {
        String url = folder.resolve("ledger").toString();
        ConfigChange change = new ConfigChange(
                List.of(new LeverSetting("planted delay", new LeverSetting.Environment("DELAY"), "1", "0")));
        Hypothesis planted = new Hypothesis(
                "planted-1",
                "train",
                List.of(Bottleneck.UNATTRIBUTED),
                Bottleneck.UNATTRIBUTED.axis(),
                "planted",
                change,
                OptionalDouble.of(.1),
                new Provenance(Provenance.Origin.PLANTED, "calibration"),
                List.of(),
                Fingerprints.of("train", "planted-1", change, Map.of(), "h200", "0"));
        Screening none = new Screening(
                OptionalDouble.empty(), OptionalDouble.empty(), 0, OptionalDouble.empty(), OptionalDouble.empty());
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.FamilySeen("train", "h200", "0"),
                    new Entry.Proposed(planted, none, Optional.empty(), Optional.empty()));
        }
        String one = "[{\"effect\":0.1,\"planted\":1,\"judged\":0,\"found\":0}]";

        Cli accounts = Cli.here("ledger", "accounts", "--json", "--ledger", url);
        Cli report = Cli.here(
                "report",
                "--json",
                "--ledger",
                url,
                "--out",
                folder.resolve("page").toString());

        assertThat(accounts.json("ledger-accounts").get("planted_wins")).hasToString(one);
        assertThat(report.json("report").get("planted_wins")).hasToString(one);
    }

    @Test
    void whatModelsWereAskedAndWhatRoutingSavedIsShown() throws IOException {
        String url = folder.resolve("ledger").toString();
        ModelCall.Purpose purpose = new ModelCall.Purpose("advisor", "ab", Optional.empty());
        ModelCall.Purpose better = new ModelCall.Purpose("advisor", "ab", Optional.of("off schema: small"));
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.CallReserved("c1", "small", "train", 1000, 2, Optional.of(purpose)),
                    new Entry.CallSettled("c1", 600, 100, .1, outcome(Optional.of("OFF_SCHEMA"), 0)),
                    new Entry.CallReserved("c2", "large", "train", 1000, 2, Optional.of(better)),
                    new Entry.CallSettled("c2", 600, 200, 1, outcome(Optional.empty(), 1)),
                    new Entry.CallReserved("c3", "small", "train", 1000, 2, Optional.of(purpose)),
                    new Entry.CallSettled("c3", 600, 100, .1, outcome(Optional.empty(), 1.5)),
                    new Entry.CallRefused("large", "train", better, 90_000, 9, "budget of 2 money is spent"));
        }

        JsonNode calls = Cli.here("ledger", "accounts", "--json", "--ledger", url)
                .json("ledger-accounts")
                .get("calls");

        assertThat(calls.get("made").asInt()).isEqualTo(3);
        assertThat(calls.get("answers").asInt()).isEqualTo(2);
        assertThat(calls.get("failed").asInt()).isEqualTo(1);
        assertThat(calls.get("escalated").asInt()).isEqualTo(1);
        assertThat(calls.get("refused").asInt()).isEqualTo(1);
        assertThat(calls.get("tokens_by_role").get("advisor").asInt()).isEqualTo(2200);
        assertThat(calls.get("saved_by_routing").asDouble()).isCloseTo(2.5 - 1.2, within(1e-9));
        assertThat(Cli.here("ledger", "accounts", "--ledger", url).out())
                .contains("models: 3 calls, 2 answers, 1 failed, 1 escalated, 1 refused, 6.00 s", "routing saved 1.30");
    }

    @Test
    void whatBecameOfPatchesOfModelsIsShownStageByStage() throws IOException {
        String url = folder.resolve("ledger").toString();
        PatchChange patch = new PatchChange("--- a/x.c\n+++ b/x.c\n", List.of("x.c"));
        Hypothesis offered = new Hypothesis(
                "patch-1",
                "train",
                List.of(Bottleneck.COMPUTE_BOUND),
                Bottleneck.COMPUTE_BOUND.axis(),
                "a patch",
                patch,
                OptionalDouble.of(.1),
                new Provenance(Provenance.Origin.MODEL, "small"),
                List.of("run-1"),
                Fingerprints.of("train", "wall_seconds", patch, Map.of("x.c", "int x;"), "h200", "0"));
        Screening none = new Screening(
                OptionalDouble.empty(), OptionalDouble.empty(), 0, OptionalDouble.empty(), OptionalDouble.empty());
        ModelCall.Purpose purpose = new ModelCall.Purpose("advisor", "ab", Optional.empty());
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.FamilySeen("train", "h200", "0"),
                    new Entry.CallReserved("c1", "small", "train", 1000, 2, Optional.of(purpose)),
                    new Entry.CallSettled("c1", 600, 100, .1, outcome(Optional.empty(), 0)),
                    new Entry.Proposed(offered, none, Optional.empty(), Optional.empty()),
                    new Entry.Sifted("patch-1", Screening.Stage.CHECK, Optional.of("offered twice: 'again'"), 0),
                    new Entry.Moved("patch-1", HypothesisState.BUILDING, "building"),
                    new Entry.Sifted("patch-1", Screening.Stage.CHECK, Optional.empty(), .5),
                    new Entry.Sifted("patch-1", Screening.Stage.BUILD, Optional.of("exit code 2"), 3));
        }

        JsonNode candidates = Cli.here("ledger", "accounts", "--json", "--ledger", url)
                .json("ledger-accounts")
                .get("candidates");

        assertThat(candidates.findValuesAsText("stage"))
                .containsExactly("offered", "static check", "build", "pairs", "won");
        assertThat(candidates.findValuesAsText("entered")).containsExactly("2", "2", "1", "0", "0");
        assertThat(candidates.findValuesAsText("left")).containsExactly("0", "1", "1", "0", "0");
        assertThat(candidates.get(0).get("tokens").asInt()).isEqualTo(700);
        assertThat(candidates.get(2).get("seconds").asDouble()).isEqualTo(3);
        assertThat(candidates.get(2).get("why").get(0).get("reason").asText()).isEqualTo("exit code 2");
        assertThat(Cli.here("ledger", "accounts", "--ledger", url).out()).contains("patches of models", "static check");
        String page = folder.resolve("page").toString();
        assertThat(Cli.here("report", "--json", "--ledger", url, "--out", page)
                        .json("report")
                        .get("candidates"))
                .isEqualTo(candidates);
    }

    private static Optional<ModelCall.Outcome> outcome(Optional<String> failure, double unrouted) {
        return Optional.of(
                new ModelCall.Outcome(0, 2, failure, "ab".repeat(32), Optional.empty(), failure.isEmpty(), unrouted));
    }
}
