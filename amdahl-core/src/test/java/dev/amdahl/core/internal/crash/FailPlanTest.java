package dev.amdahl.core.internal.crash;

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
        FailPlan plan = FailPlan.parse("REQUEST_ACCEPTED:throw:2,VERDICT_COMMITTED:io-error:1");
        plan.accept(FailPoint.REQUEST_ACCEPTED);
        assertThatThrownBy(() -> plan.accept(FailPoint.REQUEST_ACCEPTED)).hasMessageContaining("REQUEST_ACCEPTED");
        plan.accept(FailPoint.REQUEST_ACCEPTED);
        assertThatThrownBy(() -> plan.accept(FailPoint.VERDICT_COMMITTED)).isInstanceOf(UncheckedIOException.class);
        assertThat(plan.hits(FailPoint.REQUEST_ACCEPTED)).isEqualTo(3);
        assertThat(plan.hits(FailPoint.COPY_WRITTEN)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "REQUEST_ACCEPTED",
                "REQUEST_ACCEPTED:halt",
                "REQUEST_ACCEPTED:halt:0",
                "REQUEST_ACCEPTED:halt:x",
                "P99:halt:1",
                "REQUEST_ACCEPTED:stop:1",
                "REQUEST_ACCEPTED:halt:1,"
            })
    void aPlanThatIsNoneIsNamed(String text) {
        assertThatThrownBy(() -> FailPlan.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as REQUEST_ACCEPTED:halt:1");
    }

    @Test
    void aPointThatIsNotArmedDoesNothing() {
        assertThatCode(() -> FailPoints.hit(FailPoint.LEASE_TAKEN)).doesNotThrowAnyException();
    }

    @Test
    void anInstalledHandlerSeesEachHitUntilItIsClosed() {
        List<FailPoint> seen = new ArrayList<>();
        try (FailPoints.Installed installed = FailPoints.install(seen::add)) {
            FailPoints.hit(FailPoint.LEASE_TAKEN);
            assertThat(installed).isNotNull();
        }
        FailPoints.hit(FailPoint.FLEET_READ);
        assertThat(seen).containsExactly(FailPoint.LEASE_TAKEN);
    }
}
