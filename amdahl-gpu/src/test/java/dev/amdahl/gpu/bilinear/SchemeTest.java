package dev.amdahl.gpu.bilinear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemeTest {
    @ParameterizedTest
    @ValueSource(strings = {"1x1x1", "2x3x4", "4x1x3", "5x5x5"})
    void theDefinitionIsExactAndHasTheStandardRank(String text) {
        Format format = Format.parse(text);
        Scheme standard = Scheme.standard(format);
        assertThat(standard.isExact(Ring.Z)).isTrue();
        assertThat(standard.rank()).isEqualTo(format.standardRank());
    }

    @Test
    void strassensSchemeIsExactAndSoAreItsBlocks() {
        Scheme strassen = Scheme.strassen2x2();
        assertThat(strassen.rank()).isEqualTo(7);
        assertThat(strassen.isExact(Ring.Z)).isTrue();
        Scheme twice = strassen.within(strassen);
        assertThat(twice.format()).isEqualTo(new Format(4, 4, 4));
        assertThat(twice.rank()).isEqualTo(49);
        assertThat(twice.isExact(Ring.Z)).isTrue();
        assertThat(strassen.within(Scheme.standard(new Format(1, 2, 3))).isExact(Ring.Z))
                .isTrue();
    }

    @Test
    void multipliesMatricesAsTheDefinitionDoes() {
        Scheme scheme = Scheme.strassen2x2().within(Scheme.standard(new Format(1, 2, 2)));
        Format format = scheme.format();
        Random random = new Random(1);
        int[] a = random.ints(format.left(), -9, 10).toArray();
        int[] b = random.ints(format.right(), -9, 10).toArray();
        int[] c = new int[format.n() * format.p()];
        for (int r = 0; r < scheme.rank(); r++) {
            int product = dot(scheme.left()[r], a) * dot(scheme.right()[r], b);
            for (int i = 0; i < c.length; i++) {
                c[i] += scheme.product()[r][i] * product;
            }
        }
        for (int i = 0; i < format.n(); i++) {
            for (int k = 0; k < format.p(); k++) {
                int expected = 0;
                for (int j = 0; j < format.m(); j++) {
                    expected += a[i * format.m() + j] * b[j * format.p() + k];
                }
                assertThat(c[i * format.p() + k]).isEqualTo(expected);
            }
        }
    }

    private static int dot(int[] coefficients, int[] entries) {
        int sum = 0;
        for (int i = 0; i < entries.length; i++) {
            sum += coefficients[i] * entries[i];
        }
        return sum;
    }

    @Test
    void anyOneCoefficientAltered_isFound() {
        Scheme strassen = Scheme.strassen2x2();
        for (int r = 0; r < strassen.rank(); r++) {
            for (int part = 0; part < 3; part++) {
                for (int i = 0; i < 4; i++) {
                    assertThat(altered(strassen, r, part, i).isExact(Ring.Z))
                            .as("term %s part %s entry %s", r, part, i)
                            .isFalse();
                }
            }
        }
    }

    private static Scheme altered(Scheme scheme, int term, int part, int entry) {
        List<Scheme.Term> terms = new ArrayList<>();
        for (int r = 0; r < scheme.rank(); r++) {
            int[][] parts = {scheme.left()[r], scheme.right()[r], scheme.product()[r]};
            parts[part][entry] += r == term ? 1 : 0;
            terms.add(new Scheme.Term(parts[0], parts[1], parts[2]));
        }
        return new Scheme(scheme.format(), terms);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3x3", "0x1x1", "9x8x1", "3x3x3x3", "3*3*3", "-1x2x2", "99x99x99"})
    void whatIsNoFormatIsSaidInOneLine(String text) {
        assertThatThrownBy(() -> Format.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("3x3x3");
    }
}
