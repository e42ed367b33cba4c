package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.ValueSource;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class GuardrailsTest {

    private static Guardrail loss(double margin) {
        return new Guardrail("loss", new ValueSource.Stdout("loss (.*)"), true, margin);
    }

    private static PanelResult examine(Guardrail guardrail, IntToDoubleFunction variantLoss) {
        return Panel.standard()
                .examine(Evidence.of(Pairs.of(16, index -> pair(index, variantLoss)), 1)
                        .guardrails(guardrail));
    }

    private static Trial pair(int index, IntToDoubleFunction variantLoss) {
        return Pairs.faster(
                index,
                ArmResult.succeeded("a", 10).metric("loss", 1),
                ArmResult.succeeded("b", 9 + .01 * (index % 3)).metric("loss", variantLoss.applyAsDouble(index)));
    }

    @Test
    void anEqualGuardrailHoldsAtAnyMargin() {
        assertThat(examine(loss(0), index -> 1).survives()).isTrue();
        assertThat(examine(loss(.02), index -> 1).survives()).isTrue();
    }

    @Test
    void aWorseGuardrailRefutes() {
        PanelResult result = examine(loss(.02), index -> 1.05 + .001 * (index % 4));

        assertThat(result.survives()).isFalse();
        assertThat(result.votes()).extracting(Vote::reason).anyMatch(reason -> reason.contains("'loss'"));
    }

    @Test
    void noiseThatHidesTheMarginRefutes() {
        assertThat(examine(loss(.02), index -> index % 2 == 0 ? 1.3 : .7).survives())
                .isFalse();
    }

    @Test
    void aMarginOfZeroIsHeldAgainstSignificantWorseningOnly() {
        assertThat(examine(loss(0), index -> 1.01 + .001 * (index % 4)).survives())
                .isFalse();
        assertThat(examine(loss(0), index -> index % 2 == 0 ? 1.01 : .99).survives())
                .isTrue();
    }

    @Test
    void aGuardrailThatWasNotMeasuredIsNotSupport() {
        PanelResult result = Panel.standard()
                .examine(Evidence.of(Pairs.of(16, Pairs::faster), 1).guardrails(loss(.02)));

        assertThat(result.outcome()).isEqualTo(PanelResult.Outcome.UNSETTLED);
    }
}
