package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SimulateCommandTest {
    @TempDir
    private Path folder;

    @Test
    void allRulesAreComparedOnTheSameExperiments() throws IOException {
        Cli cli = Cli.here("simulate", "--seeds", "10", "--json");

        JsonNode json = cli.json("simulate");
        assertThat(cli.code()).isZero();
        assertThat(json.path("experiments").asInt()).isEqualTo(10);
        assertThat(json.path("model").asText()).isEqualTo("S");
        List<String> names = new ArrayList<>();
        json.path("rules").forEach(rule -> names.add(rule.path("name").asText()));
        assertThat(names).hasSize(12).startsWith("amdahl", "amdahl-strict");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void theSameSeedGivesTheSameTable() {
        String once = Cli.here("simulate", "--seeds", "3", "--seed", "5").out();
        assertThat(once).contains("false accepts", "power 2 %", "amdahl-strict", "skips work");
        assertThat(Cli.here("simulate", "--seeds", "3", "--seed", "5", "--markdown")
                        .out())
                .contains("| amdahl-strict | ", "| --- |");
        assertThat(Cli.here("simulate", "--seeds", "3", "--seed", "5").out()).isEqualTo(once);
        assertThat(Cli.here("simulate", "--seeds", "3", "--seed", "6").out()).isNotEqualTo(once);
    }

    @Test
    void falseRefusalsStandBesideFalseAcceptsInEachWorld() throws IOException {
        Cli cli = Cli.here("simulate", "--worlds", "--seeds", "2", "--json");

        JsonNode json = cli.json("simulate");
        assertThat(json.path("prior").asText()).isEqualTo("cluster");
        List<String> names = new ArrayList<>();
        json.path("worlds").forEach(world -> names.add(world.path("name").asText()));
        assertThat(names)
                .contains(
                        "2 % of runs fail",
                        "one reading in 50 is lost",
                        "first run on a host 8 % slower",
                        "2 % of runs write different output",
                        "a neighbour's device at its power cap",
                        "hosts of two speeds");
        assertThat(json.path("worlds")
                        .get(0)
                        .path("wins")
                        .path("0.10")
                        .path("refuted")
                        .isNumber())
                .isTrue();
        assertThat(Cli.here("simulate", "--worlds", "--seeds", "1", "--markdown")
                        .out())
                .contains("| world | false accepts |", "| 10 % found |");
        Cli.here("simulate", "--worlds", "--prior", "cloud")
                .failsWith(2, "--prior: unknown prior 'cloud'", "cluster or local");
    }

    @Test
    void noMorePairsAreSpentThanAreAllowed() throws IOException {
        JsonNode few = Cli.here("simulate", "--worlds", "--seeds", "4", "--pairs", "16", "--json")
                .json("simulate");
        assertThat(few.path("pairs").asInt()).isEqualTo(16);
        few.path("worlds").forEach(world -> {
            assertThat(world.path("mean_pairs").asDouble()).isPositive().isLessThanOrEqualTo(16);
            world.path("wins")
                    .forEach(win -> assertThat(win.path("mean_pairs").asDouble())
                            .isPositive()
                            .isLessThanOrEqualTo(16));
        });
        Cli.here("simulate", "--worlds", "--pairs", "11").failsWith(2, "--pairs: was 11", "at least 12");
    }

    @Test
    void measuredNoiseIsReplayed() throws IOException {
        Path noise = Requires.data("stats/noise");
        JsonNode json = Cli.here("simulate", "--seeds", "3", "--model", "azure", "--noise", noise.toString(), "--json")
                .json("simulate");
        assertThat(json.path("model").asText()).isEqualTo("azure");
    }

    @Test
    void wrongInputIsNamedWithItsRemedy() {
        Cli.here("simulate", "--seeds", "0").failsWith(2, "--seeds: was 0", "at least 1");
        Cli.here("simulate", "--model", "pink").failsWith(2, "--model: unknown model 'pink'", "S or azure");
        Cli.here("simulate", "--model", "azure", "--noise", folder.toString())
                .failsWith(2, folder.toString(), "holds no azure_*.csv.gz", "--noise DIR");
        Cli.here(
                        "simulate",
                        "--model",
                        "azure",
                        "--noise",
                        folder.resolve("none").toString())
                .failsWith(2, "there is no such folder");
    }

    @Test
    void sourcesOfPairsHaveTheirPrices() throws Exception {
        JsonNode scores = Cli.here("simulate", "--design", "all", "--seeds", "10", "--json")
                .json("simulate")
                .get("designs");
        assertThat(scores).hasSize(4 * 23);
        assertThat(scores.findValuesAsText("pairs_from")).contains("whole", "probe", "windows", "field");
        for (JsonNode score : scores) {
            boolean isHarm = score.get("effect").asDouble() > 0;
            assertThat(score.get("found").asDouble()).isBetween(0.0, isHarm ? 0.0 : 1.0);
        }
        Cli.here("simulate", "--design", "feild").failsWith(2, "unknown design 'feild'", "write whole, probe");
        assertThat(Cli.here("simulate", "--design", "field", "--seeds", "5", "--markdown")
                        .out())
                .startsWith("| pairs from |");
    }
}
