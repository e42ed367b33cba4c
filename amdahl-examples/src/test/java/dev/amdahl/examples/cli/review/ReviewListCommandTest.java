package dev.amdahl.examples.cli.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
                .contains("won-1", "declined by ann, not signed with a known key: counts only if the policy allows it");
        assertThat(row(ledger).at("/answer/decision").asText()).isEqualTo("decline");
        assertThat(row(ledger).at("/answer/reason").asText()).isEqualTo("too risky");
    }

    @Test
    void theLargestSavingStandsFirstAndASignedAnswerIsSaidToBe() throws Exception {
        WaitingWins story = new WaitingWins(11, Instant.now());
        for (int i = 0; i < 4; i++) {
            story.win("job-" + i, setting(i), .5 + .1 * i, "try " + i, 1);
        }
        story.write(folder.resolve("ledger").toString(), Clock.systemUTC());

        List<JsonNode> rows = new ArrayList<>();
        cli("list", "--json").json("review-list").get("waiting").forEach(rows::add);
        assertThat(rows)
                .hasSize(4)
                .isSortedAccordingTo(
                        Comparator.comparingDouble(ReviewListCommandTest::hours).reversed());
        assertThat(rows.get(0).at("/saving/currency").asText()).isEqualTo("USD");
        assertThat(cli("list").out()).contains("saves a week", " h ");

        cli("keygen", "--by", "ann");
        cli("approve", rows.get(0).get("id").asText(), "--by", "ann", "--reason", "same output");
        assertThat(cli("list").out()).contains("approved by ann, for the next cycle");
        assertThat(cli("list", "--json")
                        .json("review-list")
                        .at("/waiting/0/answer/signed")
                        .asBoolean())
                .isTrue();
    }

    private static double hours(JsonNode row) {
        return row.at("/saving/accelerator_hours_per_week").asDouble();
    }

    private static ConfigChange setting(int value) {
        return new ConfigChange(
                List.of(new LeverSetting("batch", new LeverSetting.Environment("BATCH"), "0", "1" + value)));
    }

    private Cli cli(String... words) throws Exception {
        List<String> call = new ArrayList<>(List.of("review"));
        call.addAll(List.of(words));
        call.addAll(List.of("--ledger", "ledger"));
        return Cli.in(folder, List.of("-Duser.home=" + folder), call.toArray(String[]::new));
    }

    private static JsonNode row(String ledger) throws Exception {
        return Cli.here("review", "list", "--json", "--ledger", ledger)
                .json("review-list")
                .at("/waiting/0");
    }
}
