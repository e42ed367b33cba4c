package dev.amdahl.core.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FailPlanTest {
    @Test
    void aFaultStrikesAtItsHitAlone() {
        FailPlan plan = FailPlan.parse("P15:throw:2,V8:io-error:1");
        plan.accept(FailPoint.P15);
        assertThatThrownBy(() -> plan.accept(FailPoint.P15)).hasMessageContaining("P15");
        plan.accept(FailPoint.P15);
        assertThatThrownBy(() -> plan.accept(FailPoint.V8)).isInstanceOf(UncheckedIOException.class);
        assertThat(plan.hits(FailPoint.P15)).isEqualTo(3);
        assertThat(plan.hits(FailPoint.C1)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "P15", "P15:halt", "P15:halt:0", "P15:halt:x", "P99:halt:1", "P15:stop:1", "P15:halt:1,"})
    void aPlanThatIsNoneIsNamed(String text) {
        assertThatThrownBy(() -> FailPlan.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as P15:halt:1");
    }

    @Test
    void aPointThatIsNotArmedDoesNothing() {
        assertThatCode(() -> FailPoints.hit(FailPoint.P0)).doesNotThrowAnyException();
    }

    @Test
    void anInstalledHandlerSeesEachHitUntilItIsClosed() {
        List<FailPoint> seen = new ArrayList<>();
        try (FailPoints.Installed installed = FailPoints.install(seen::add)) {
            FailPoints.hit(FailPoint.P0);
            assertThat(installed).isNotNull();
        }
        FailPoints.hit(FailPoint.P1);
        assertThat(seen).containsExactly(FailPoint.P0);
    }
}
