package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Evidence;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the loop rules out before its claims come to the panel, and a host that brings claims of its own does not. */
class HostClaimsTest {
    private record Claim(String check, Evidence trap, Evidence twin) {
        @Override
        public String toString() {
            return check;
        }
    }

    static Stream<Claim> claims() {
        Evidence win = Traps.clean(3, -.08).evidence(3);
        return Stream.of(
                new Claim("early stopping", trap("early stopping"), Twins.earlyStopping(3)),
                new Claim("chosen metric", trap("chosen metric"), Twins.chosenMetric(3)),
                new Claim("concurrent baseline", win.conduct(win.conduct().claimed(-.40)), Twins.storedBaseline(3)),
                new Claim(
                        "independent runs",
                        trap("independent runs"),
                        Twins.repetitions(3).evidence(3)),
                new Claim(
                        "throttled in one arm",
                        trap("throttled in one arm"),
                        Twins.throttled(3).evidence(3)),
                new Claim(
                        "failures hidden",
                        trap("failures hidden"),
                        Twins.survivorship(3).evidence(3)),
                new Claim(
                        "unreported runs",
                        win.conduct(win.conduct().assigned(24, 40)),
                        win.conduct(win.conduct().assigned(24, 25))),
                new Claim("outputs", trap("outputs"), win),
                new Claim("work units", trap("work units"), win));
    }

    /** The first draw that looks like a win. */
    private static Evidence trap(String check) {
        TrapCase trap = Stream.concat(TwentyTraps.ALL.stream(), TwentyTraps.OTHERS.stream())
                .filter(one -> one.check().equals(check))
                .findFirst()
                .orElseThrow();
        return trap.wins(trap.specified(10)).get(0);
    }

    @ParameterizedTest
    @MethodSource("claims")
    void theTrapIsRefuted(Claim claim) {
        PanelResult result = Panel.standard().examine(claim.trap());

        assertThat(result.survives()).as(result.reason()).isFalse();
        assertThat(result.votes()).anyMatch(vote -> (vote.refuter() + " " + vote.reason()).contains(claim.check()));
    }

    @ParameterizedTest
    @MethodSource("claims")
    void itsHonestTwinSurvives(Claim claim) {
        PanelResult result = Panel.standard().examine(claim.twin());

        assertThat(result.survives()).as(result.reason()).isTrue();
        assertThat(result.notApplicable()).doesNotContain(claim.check());
    }
}
