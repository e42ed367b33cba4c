package dev.amdahl.gpu.bilinear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SchemeRunTest {
    private static final Scheme STRASSEN = Scheme.strassen2x2();

    @Test
    void aSchemeMultipliesByItsRankOnEachLevel() {
        SchemeRun whole = SchemeRun.whole(new Lift(STRASSEN, 1), 1);
        assertThat(whole).isEqualTo(new SchemeRun(4, 49, 64, true));
        assertThat(SchemeRun.modulo2(STRASSEN, 1)).isEqualTo(whole);
        Scheme oblong = Scheme.standard(new Format(2, 3, 4));
        assertThat(SchemeRun.whole(new Lift(oblong, 1), 2)).isEqualTo(new SchemeRun(4, 576, 576, true));
    }

    @Test
    void whatHoldsModuloTwoOnlyComesOutEqualThereOnly() {
        Scheme bits = new BinaryWalk(STRASSEN, new Draw(1)).scheme();
        assertThat(SchemeRun.modulo2(bits, 1).isEqual()).isTrue();
        assertThat(SchemeRun.whole(new Lift(bits, 1), 1).isEqual()).isFalse();
    }

    @Test
    void aWrongSchemeIsSeen() {
        Scheme wrong = new Scheme(new Format(2, 2, 2), STRASSEN.terms().subList(0, 6));
        assertThat(SchemeRun.modulo2(wrong, 1).isEqual()).isFalse();
    }

    @Test
    void aSchemeGrowsIntoOneOfALargerFormat() {
        for (String larger : List.of("2x2x3", "3x2x2", "2x3x2", "3x4x5")) {
            Format format = Format.parse(larger);
            Scheme grown = STRASSEN.grown(format);
            assertThat(grown.isExact(Ring.Z)).as(larger).isTrue();
            assertThat(grown.rank()).isEqualTo(format.standardRank() - 1);
        }
    }

    @Test
    void alikeSchemesAreExactAndTakeOtherNumbersOfAdditions() {
        List<Scheme> alike = AlikeSchemes.of(STRASSEN, 8, 1);
        assertThat(alike).hasSizeBetween(4, 8);
        assertThat(alike).allMatch(scheme -> scheme.isExact(Ring.Z) && scheme.rank() <= 8);
        assertThat(alike.stream().filter(scheme -> scheme.rank() == 7).map(Scheme::coefficients))
                .doesNotHaveDuplicates();
    }
}
