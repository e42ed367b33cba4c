package dev.amdahl.core;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobCheckTest {
    private static final LeverSetting.Target WORKERS = new LeverSetting.Environment("WORKERS");

    private static Lever lever(String name, LeverSetting.Target target, String current) {
        return new Lever(name, target, current, List.of("9"), List.of(Bottleneck.HOST_SERIAL), Optional.empty());
    }

    private static JobSpec job(String family, Lever... levers) {
        return JobSpec.builder(family, List.of("train", "fp32"))
                .environment(Map.of("WORKERS", "2"))
                .levers(List.of(levers))
                .build();
    }

    @Test
    void whatTheJobHasIsTaken() {
        assertThatCode(() -> JobCheck.check(List.of(
                        job(
                                "one",
                                lever("workers", WORKERS, "2"),
                                lever("left to the machine", new LeverSetting.Environment("THREADS"), "8"),
                                lever("precision", new LeverSetting.Argument("fp32"), "fp32"),
                                lever("train", new LeverSetting.Flag("train"), "on"),
                                lever("amp", new LeverSetting.Flag("--amp"), "off"),
                                lever("accelerators", new LeverSetting.AcceleratorCount(), "1")),
                        job("two"))))
                .doesNotThrowAnyException();
    }

    @Test
    void whatWouldMeasureSomethingElseIsRefusedWithItsPlace() {
        assertRefused(
                "job 'j' lever 'w': says that '4' is the present value, and the job has '2'", lever("w", WORKERS, "4"));
        assertRefused("the job has 'off'", lever("amp", new LeverSetting.Flag("--amp"), "on"));
        assertRefused("the job has '1'", lever("a", new LeverSetting.AcceleratorCount(), "8"));
        assertRefused(
                "'bf16', which is not a word of the command", lever("p", new LeverSetting.Argument("bf16"), "bf16"));
        assertThatThrownBy(() -> JobCheck.check(List.of(job("j"), job("j"))))
                .hasMessageContaining("job 'j': is declared twice");
        assertThatThrownBy(() -> JobCheck.check(List.of(job(" ")))).hasMessageContaining("has no name");
    }

    private static void assertRefused(String words, Lever... levers) {
        assertThatThrownBy(() -> JobCheck.check(List.of(job("j", levers))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(words);
    }
}
