package dev.amdahl.gpu.bilinear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HenselLiftTest {
    private static final int MODULUS = 1 << 20;

    @Test
    void strassenWithoutSignsGetsThemBack() {
        Scheme bits = new BinaryWalk(Scheme.strassen2x2(), new Draw(1)).scheme();
        assertThat(bits.isExact(Ring.Z)).isFalse();
        Optional<Lift> lift = HenselLift.of(bits, 1, 5);
        assertThat(lift).hasValueSatisfying(found -> {
            assertThat(found.isExact()).isTrue();
            assertThat(found.isTernary()).isTrue();
            assertThat(found.scheme().rank()).isEqualTo(7);
        });
    }

    @Test
    void schemesOfTheSearchAreLiftedExactly() {
        int lifted = 0;
        for (int seed = 0; seed < 4; seed++) {
            SearchPlan plan = SearchPlan.of(Format.parse("3x3x3"), Ring.Z2, 23, Duration.ofMinutes(2), seed);
            Scheme found =
                    FlipSearch.run(plan, Clock.systemUTC(), Runnable::run).best();
            Optional<Lift> lift = HenselLift.of(found, seed, 5);
            assertThat(lift.isEmpty() || HenselLift.existsModulo4(found))
                    .as("what is lifted has a lift modulo 4")
                    .isTrue();
            lift.ifPresent(exact -> assertThat(exact.isExact()).isTrue());
            lifted += lift.isPresent() ? 1 : 0;
        }
        assertThat(lifted).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aWrongDenominatorIsFound() {
        assertThat(new Lift(Scheme.strassen2x2(), 1).isExact()).isTrue();
        assertThat(new Lift(Scheme.strassen2x2(), 3).isExact()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "-7, 5", "255, 1", "0, 1", "-1, 1", "200, 201", "17, -19"})
    void aFractionIsReadFromItsDigits(long numerator, long denominator) {
        BigInteger modulus = BigInteger.valueOf(MODULUS);
        long digits = BigInteger.valueOf(denominator)
                .modInverse(modulus)
                .multiply(BigInteger.valueOf(numerator))
                .mod(modulus)
                .longValueExact();
        assertThat(HenselLift.fraction(digits))
                .contains(Fraction.of(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator)));
    }

    @Test
    void whatIsNoSchemeModuloTwoIsRefused() {
        Scheme wrong =
                new Scheme(new Format(2, 2, 2), Scheme.strassen2x2().terms().subList(0, 6));
        assertThatThrownBy(() -> HenselLift.of(wrong, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
