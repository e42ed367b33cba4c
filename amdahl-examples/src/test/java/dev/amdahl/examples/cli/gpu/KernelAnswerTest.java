package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.refine.RefinementResult;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.gpu.health.DeviceConditions;
import dev.amdahl.gpu.kernel.KernelTasks;
import dev.amdahl.gpu.kernel.TimedBlock;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class KernelAnswerTest {
    private static final Candidate FAST = new Candidate("fast", "", "text", "tiles");
    private static final Candidate SLOW = new Candidate("slow", "", "other", "no tiles");

    private static Attempt attempt(Candidate candidate) {
        return new Attempt(
                candidate, Finding.measured(Stage.FASTER, new Speedup(2e-3, 1e-3, 2, 1.9, 2.1, .01, 8), "CORRECT: "));
    }

    private static JsonNode answer(Function<Candidate, List<TimedBlock>> blocks) throws IOException {
        RefinementResult refined = new RefinementResult(
                List.of(attempt(SLOW), attempt(FAST)),
                0,
                Optional.of(attempt(FAST)),
                Optional.of(attempt(FAST).finding()),
                RefinementResult.End.ATTEMPTS,
                "",
                Duration.ofSeconds(1));
        KernelAnswer answer = new KernelAnswer(
                "jcuda",
                "a device",
                List.of(new KernelAnswer.Searched(KernelTasks.ROWSUM, refined, blocks)),
                false,
                Optional.empty());
        return new Cli(0, answer.answer().json().toString(), "").json("kernel").at("/tasks/0");
    }

    @Test
    void eachTimedBlockTellsWhatTheDriverSaidMeanwhileOnceForThePickAndNothingWhereItSaidNothing() throws IOException {
        DeviceConditions hot = new DeviceConditions(
                OptionalDouble.of(1740), OptionalDouble.of(88), OptionalDouble.empty(), true, false);
        JsonNode task = answer(candidate ->
                List.of(new TimedBlock(2e-3, 1e-3, 3, hot), new TimedBlock(2e-3, 1e-3, 1, DeviceConditions.UNKNOWN)));
        assertThat(task.at("/attempts/0/blocks")).hasSize(2);
        assertThat(task.at("/attempts/1").has("blocks")).isFalse();
        assertThat(task.at("/winner/blocks/0").toString())
                .isEqualTo("{\"baseline_seconds\":0.002,\"seconds\":0.001,\"measured\":3,\"sm_mhz\":1740.0,"
                        + "\"celsius\":88.0,\"hot\":true,\"braked\":false}");

        JsonNode silent = answer(candidate -> List.of(new TimedBlock(2e-3, 1e-3, 1, DeviceConditions.UNKNOWN)));
        assertThat(silent.findValues("blocks")).isEmpty();
    }
}
