package dev.amdahl.examples.cli.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.publish.FakeForge;
import dev.amdahl.examples.publish.Repository;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Vote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReviewPublishCommandTest {
    @BeforeAll
    static void needGit() {
        Requires.program("git");
    }

    @TempDir
    private Path folder;

    @Test
    void anApprovedChangeBecomesABranchAndARequestOnce() throws Exception {
        Repository repository = Repository.in(folder);
        String ledger = folder.resolve("ledger").toString();
        try (Ledger opened = Ledger.open(ledger);
                Lease lease = opened.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(AskedWin.entries(new Vote(
                    "refuter-1",
                    Vote.Ballot.UPHOLDS,
                    false,
                    "<img src=x> | @team [a](https://b)",
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    List.of())));
        }
        Files.writeString(
                folder.resolve("amdahl.yaml"),
                "settings: {ledger: ledger}\njobs:\n  - family: train\n    command: [x]\n    source: {repository: work}\n");
        Cli.in(folder, "review", "publish", "won-1", "--remote", "origin").failsWith(2, "is not approved");
        Cli.in(folder, "review", "approve", "won-1", "--by", "ann", "--reason", "same *work*");

        try (FakeForge forge = new FakeForge(0)) {
            String[] call = {
                "review",
                "publish",
                "won",
                "--remote",
                "origin",
                "--json",
                "--forge",
                "github:" + forge.url() + "/repos/me/it"
            };
            Cli.in(folder, call).failsWith(2, "AMDAHL_FORGE_TOKEN");
            JsonNode first =
                    Cli.in(folder, Map.of("AMDAHL_FORGE_TOKEN", "t"), call).json("review-publish");
            JsonNode again =
                    Cli.in(folder, Map.of("AMDAHL_FORGE_TOKEN", "t"), call).json("review-publish");

            assertThat(first.get("pushed").asBoolean()).isTrue();
            assertThat(first.get("opened").asBoolean()).isTrue();
            assertThat(again.get("pushed").asBoolean()).isFalse();
            assertThat(again.get("opened").asBoolean()).isFalse();
            assertThat(again.get("pull_request")).isEqualTo(first.get("pull_request"));
            assertThat(forge.opened.get(0).get("base").asText()).isEqualTo("main");
            assertThat(forge.opened.get(0).get("body").asText())
                    .contains(
                            "| workers | variable NUM\\_WORKERS | 0 | 4 |", "same \\*work\\*", "export NUM_WORKERS='4'")
                    .contains("&lt;img src=x> \\| @&#8203;team \\[a\\](https&#58;//b)");
        }
        repository.isUntouched();
    }
}
