package dev.amdahl.gpu.bilinear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemeVerifierTest {
    private static final Format TWO = new Format(2, 2, 2);

    private static Finding verify(Ring ring, String source) {
        return new SchemeVerifier(TWO, ring).verify(new Candidate("one", "", source, ""));
    }

    @Test
    void strassensSevenMultiplicationsAreExact() {
        Finding finding = verify(Ring.Z, SchemeText.of(Scheme.strassen2x2()));
        assertThat(finding.stage()).isEqualTo(Stage.CORRECT);
        assertThat(finding.feedback()).isEqualTo("exact over z, rank 7");
    }

    @Test
    void anyOneWrongSignIsRejectedWithItsEquation() {
        String right = SchemeText.of(Scheme.strassen2x2());
        for (int at = right.indexOf('1'); at >= 0; at = right.indexOf('1', at + 1)) {
            String wrong = right.substring(0, at) + "2" + right.substring(at + 1);
            Finding finding = verify(Ring.Z, wrong);
            assertThat(finding.isCorrect()).isFalse();
            assertThat(finding.stage()).isEqualTo(Stage.FORMED);
            assertThat(finding.feedback()).contains("times into entry");
        }
    }

    @Test
    void moduloTwoSignsDoNotMatter() {
        String unsigned = SchemeText.of(Scheme.strassen2x2()).replace("-1", "1");
        assertThat(verify(Ring.Z2, unsigned).stage()).isEqualTo(Stage.CORRECT);
        assertThat(verify(Ring.Z, unsigned).stage()).isEqualTo(Stage.FORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "strassen",
                "scheme 2x2x2",
                "scheme 0x2x2\n1 | 1 | 1",
                "scheme 2x2x2\n1 0 0 1 | 1 0 0 1",
                "scheme 2x2x2\n1 0 0 | 1 0 0 1 | 1 0 0 1",
                "scheme 2x2x2\n1 0 0 x | 1 0 0 1 | 1 0 0 1",
                "scheme 2x2x2\n1 0 0 99999999999 | 1 0 0 1 | 1 0 0 1",
                "scheme 2x2x2\n | | ",
                "scheme 1x1x1\n1 | 1 | 1"
            })
    void whatIsNoSchemeOfTheFormatIsToldSo(String source) {
        Finding finding = verify(Ring.Z, source);
        assertThat(finding.stage()).isEqualTo(Stage.NONE);
        assertThat(finding.feedback()).isNotBlank();
    }

    @Test
    void coefficientsThatOverflowAreWrongAndNoCrash() {
        String huge = "scheme 2x2x2\n" + "999999999 0 0 0 | 999999999 0 0 0 | 999999999 0 0 0\n".repeat(2);
        assertThat(verify(Ring.Z, huge).feedback()).contains("64 bits");
    }

    @Test
    void moreTermsThanTheDefinitionHasAreRefused() {
        String many = "scheme 2x2x2\n" + "1 0 0 0 | 1 0 0 0 | 1 0 0 0\n".repeat(9);
        assertThat(verify(Ring.Z, many).feedback()).contains("line 10");
    }

    @Test
    void theSearchProposesWhatTheVerifierFindsCorrect() {
        SearchPlan plan = SearchPlan.of(TWO, Ring.Z, 7, Duration.ofMinutes(2), 1);
        List<Scheme> improved = new ArrayList<>();
        SearchProposer proposer = new SearchProposer(plan, Clock.systemUTC(), Runnable::run, improved::add);
        List<Candidate> proposed = proposer.propose(List.of());
        assertThat(proposed).hasSize(1);
        SchemeVerifier verifier = new SchemeVerifier(TWO, Ring.Z);
        Finding finding = verifier.verify(proposed.get(0));
        assertThat(finding.stage()).isEqualTo(Stage.CORRECT);
        assertThat(improved.get(improved.size() - 1).rank()).isEqualTo(7);
        assertThat(proposer.propose(List.of())).isEmpty();

        SearchProposer later = new SearchProposer(plan, Clock.systemUTC(), Runnable::run, scheme -> {});
        assertThat(later.propose(List.of(new Attempt(proposed.get(0), finding))))
                .isEmpty();
        assertThat(later.result().orElseThrow().flips()).isZero();
    }
}
