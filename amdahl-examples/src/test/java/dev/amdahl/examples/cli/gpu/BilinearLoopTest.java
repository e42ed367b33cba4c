package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.gpu.BilinearTrial.Outcome;
import dev.amdahl.spi.experiment.Decision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scheme as a hypothesis of the loop. */
final class BilinearLoopTest {
    @TempDir
    private Path folder;

    @Test
    void theLoopJudgesAPredictionAndNeverTestsItAgain() throws IOException {
        String ledger = folder.resolve("ab").toString();
        Cli tried = Cli.here("bilinear", "--ab", "96", "--pairs", "12", "--ledger", ledger, "--json");
        assertThat(tried.code()).as(tried.err()).isZero();
        JsonNode json = tried.json("bilinear-ab");
        assertThat(json.path("rank").asInt()).isEqualTo(7);
        assertThat(json.path("pairs").asInt()).isBetween(1, 12);
        assertThat(json.path("predicted_speedup").asDouble()).isPositive();
        assertThat(json.path("decision").asText()).isNotIn("REFUTED", "INVALID");

        String id = json.path("hypothesis").asText();
        String shown = Cli.here("ledger", "show", id, "--ledger", ledger).out();
        assertThat(shown)
                .contains("predicted ", "times as fast", json.path("state").asText());
        assertThat(Cli.here("ledger", "verify", "--ledger", ledger).code()).isZero();

        JsonNode again = Cli.here("bilinear", "--ab", "96", "--pairs", "12", "--ledger", ledger, "--json")
                .json("bilinear-ab");
        assertThat(again.path("hypothesis").asText()).isEqualTo(id);
        assertThat(again.path("pairs").asInt()).isEqualTo(json.path("pairs").asInt());
        assertThat(again.path("predicted_speedup").asDouble())
                .as("what was predicted before the trials, not what would be now")
                .isCloseTo(json.path("predicted_speedup").asDouble(), org.assertj.core.data.Offset.offset(1e-9));
    }

    @Test
    void itsAnswerIsTextToo() {
        Cli said = Cli.here("bilinear", "--ab", "33", "--pairs", "6", "--type", "fp32");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).contains("predicted  ", "prediction ", "pairs", "reason");
    }

    private static ComparisonResult result(Decision decision, double lower, double upper) {
        return new ComparisonResult(
                decision,
                20,
                OptionalDouble.of((lower + upper) / 2),
                OptionalDouble.of(lower),
                OptionalDouble.of(upper),
                1,
                1,
                List.of(),
                new ArmTimes(
                        OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                List.of());
    }

    @Test
    void thePredictionIsJudgedByTheVerdict() {
        assertThat(BilinearTrial.outcome(1.1, result(Decision.WIN, .8, .9))).isEqualTo(Outcome.CONFIRMED);
        assertThat(BilinearTrial.outcome(.9, result(Decision.WIN, .8, .9))).isEqualTo(Outcome.REFUTED);
        assertThat(BilinearTrial.outcome(1.1, result(Decision.LOSS, 1.1, 1.2))).isEqualTo(Outcome.REFUTED);
        assertThat(BilinearTrial.outcome(.9, result(Decision.LOSS, 1.1, 1.2))).isEqualTo(Outcome.CONFIRMED);
        assertThat(BilinearTrial.outcome(1.1, result(Decision.EQUIVALENT, .99, 1.01)))
                .isEqualTo(Outcome.REFUTED);
        assertThat(BilinearTrial.outcome(1.005, result(Decision.EQUIVALENT, .99, 1.01)))
                .isEqualTo(Outcome.OPEN);
        assertThat(BilinearTrial.outcome(1.1, result(Decision.REFUTED, .5, .6))).isEqualTo(Outcome.REFUTED);
        assertThat(BilinearTrial.outcome(1.1, result(Decision.INCONCLUSIVE, .9, 1.1)))
                .isEqualTo(Outcome.OPEN);
    }
}
