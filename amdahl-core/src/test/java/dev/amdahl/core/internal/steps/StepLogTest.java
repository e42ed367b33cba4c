package dev.amdahl.core.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.steps.StepLog.UnusableException;
import dev.amdahl.core.internal.timeline.StepTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StepLogTest {
    @TempDir
    Path arm;

    private StepLog read(String text) throws IOException, UnusableException {
        Files.writeString(arm.resolve(StepLog.FILE), text);
        return StepLog.read(arm);
    }

    @Test
    void aLineIsAStep() throws Exception {
        StepLog log = read("""
                {"step": 3, "seconds": 0.25, "work_units": 64, "arm": "a"}

                {"step": 4, "seconds": 1e-3, "work_units": 0, "arm": "b", "loss": [1, {"x": 2}]}
                """);

        assertThat(log.size()).isEqualTo(2);
        assertThat(log.step(1)).isEqualTo(4);
        assertThat(log.seconds()).containsExactly(.25, .001);
        assertThat(log.work(0)).isEqualTo(64);
        assertThat(log.work(1)).isZero();
        assertThat(new byte[] {log.arm(0), log.arm(1)}).containsExactly('a', 'b');
    }

    @Test
    void withoutWorkUnitsAStepIsOne() throws Exception {
        StepLog log = read("{\"step\": 0, \"seconds\": 2}\n");

        assertThat(log.work(0)).isEqualTo(1);
        assertThat(log.arm(0)).isZero();
    }

    @Test
    void whatStepsDidBesideTheirWorkIsAddedUp() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            String save = i == 4 ? ", \"save\": 3" : "";
            double seconds = i == 4 ? 4 : i == 7 ? 11 : 1;
            text.append("{\"step\": %d, \"seconds\": %s, \"wait\": 0.25%s, \"at\": %d}\n"
                    .formatted(i, seconds, save, 1000 + i));
        }

        StepTotals totals = read(text.toString()).totals();

        assertThat(totals.seconds()).isEqualTo(23);
        assertThat(totals.waited()).isEqualTo(2.5);
        assertThat(totals.saved()).isEqualTo(3);
        assertThat(totals.beyond()).as("the eighth step less the middle one").isEqualTo(10);
        assertThat(totals.begun()).hasValue(999);
        assertThat(totals.ended()).hasValue(1009);
    }

    @Test
    void ofStepsWithoutTimesNobodyKnowsWhenTheyBegan() throws Exception {
        StepTotals totals =
                read("{\"step\": 0, \"seconds\": 2, \"wait\": 7}\n{\"step\": 1, \"seconds\": 0, \"wait\": \"x\"}\n")
                        .totals();

        assertThat(totals.begun()).isEmpty();
        assertThat(totals.waited()).as("no longer than the step").isEqualTo(2);
        assertThat(totals.beyond()).isZero();
    }

    @Test
    void manyStepsAreRead() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            text.append("{\"step\": ").append(i).append(", \"seconds\": 0.5}\n");
        }

        assertThat(read(text.toString()).size()).isEqualTo(100_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"step\": 1, \"seconds\": -1}                                    | line 1 of its step log has no seconds",
                "{\"step\": 1, \"seconds\": \"1\"}                                 | has no seconds",
                "{\"step\": 1}                                                     | has no seconds",
                "{\"step\": 1, \"seconds\": NaN}                                   | is not JSON",
                "{\"step\": -1, \"seconds\": 1}                                    | has no step",
                "{\"step\": 1.5, \"seconds\": 1}                                   | has no step",
                "{\"step\": 1, \"seconds\": 1, \"arm\": \"c\"}                     | names an arm that is neither a nor b",
                "{\"step\": 1, \"seconds\": 1, \"work_units\": -3}                 | has work units that are not",
                "{\"step\": 1, \"seconds\": 1, \"seconds\": 2}                     | is not JSON: Duplicate field",
                "[1, 2]                                                            | is not a JSON object",
                "{\"step\": 1                                                      | is not JSON",
                "''                                                                | is empty",
            })
    void whatIsNoStepIsNamed(String line, String problem) {
        assertThatThrownBy(() -> read(line + "\n"))
                .isInstanceOf(UnusableException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void stepsThatGoBackAreNoLog() {
        assertThatThrownBy(() -> read("{\"step\": 5, \"seconds\": 1}\n{\"step\": 5, \"seconds\": 1}\n"))
                .hasMessage("line 2 of its step log goes back to step 5 after step 5");
        assertThatThrownBy(
                        () -> read("{\"step\": 5, \"seconds\": 1, \"work_units\": 1}\n{\"step\": 6, \"seconds\": 1}\n"))
                .hasMessageContaining("line 2 of its step log counts work units where the line before does not");
    }

    @Test
    void aMissingLogSaysWhatToDo() {
        assertThatThrownBy(() -> StepLog.read(arm)).hasMessageContaining("$AMDAHL_STEPS");
    }
}
