package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding.Outcome;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each trap against the panel and against the checks that cannot see it, and each check against an honest twin. */
@Tag("harness")
class TrapBenchmarkTest {
    private static final int DRAWS = Requires.fullSize() ? 200 : 20;
    private static final MetricSpec WITH_QUEUE =
            new MetricSpec("latency", Optional.of(new ValueSource.Stdout("latency (.*)")), true);

    /** An honest win with the disturbance that a check looks for. */
    record Twin(String check, LongFunction<Evidence> twin) {
        @Override
        public String toString() {
            return check;
        }
    }

    static Stream<TrapCase> traps() {
        return Stream.concat(TwentyTraps.ALL.stream(), TwentyTraps.OTHERS.stream());
    }

    static Stream<Twin> twins() {
        LongFunction<Evidence> large = seed -> Traps.clean(seed, -.25).evidence(seed);
        return Stream.of(
                new Twin("input drift", of(Twins::inputDrift)),
                new Twin(
                        "queue time in the metric",
                        seed -> Twins.queue(seed).evidence(seed).metric(WITH_QUEUE)),
                new Twin("queue time in the metric", of(Twins::shorterQueue)),
                new Twin("noisy host", of(Twins::host)),
                new Twin("order effect", of(Twins::order)),
                new Twin("carry-over", of(Twins::order)),
                new Twin("one-outlier claim", of(Twins::outlier)),
                new Twin("failures hidden", of(Twins::survivorship)),
                new Twin("accelerator clock", of(Twins::clock)),
                new Twin("throttled in one arm", of(Twins::throttled)),
                new Twin("clock granularity", of(Twins::granularity)),
                new Twin("p95 stragglers", of(Twins::stragglers)),
                new Twin("early stopping", Twins::earlyStopping),
                new Twin("chosen metric", Twins::chosenMetric),
                new Twin("concurrent baseline", Twins::storedBaseline),
                new Twin("mixed strata", of(Twins::mixedStrata)),
                new Twin("independent runs", of(Twins::repetitions)),
                new Twin("time of day", of(Twins::timeOfDay)),
                new Twin("phase truncation", of(Twins::phases)),
                new Twin("speed bound", seed -> large.apply(seed).shares(.35, .35, 2)),
                new Twin("addressed share", seed -> large.apply(seed).shares(.80, .35, 2)));
    }

    @ParameterizedTest
    @MethodSource("traps")
    void thePanelRefutesAsManyNaiveWinsAsItMustAndNoOtherCheckSeesThem(TrapCase trap) {
        List<Evidence> wins = trap.wins(trap.specified(DRAWS));
        List<Set<String>> fired = wins.stream().map(TrapCase::fired).toList();
        double slack = slack(trap.target(), wins.size());

        assertThat(wins.size() / (double) DRAWS).as("naive wins").isGreaterThanOrEqualTo(.5 - slack(.5, DRAWS));
        assertThat(TrapCase.share(wins, TrapCase::isRefuted))
                .as("caught by the panel")
                .isGreaterThanOrEqualTo(trap.target() - slack);
        assertThat(TrapCase.share(fired, names -> names.contains(trap.check())))
                .as("caught by its check")
                .isGreaterThanOrEqualTo(trap.target() - slack - .03);
        for (Check other : TrapCase.checks()) {
            if (!other.name().equals(trap.check()) && !trap.kin().contains(other.name())) {
                assertThat(TrapCase.share(fired, names -> names.contains(other.name())))
                        .as(other.name())
                        .isLessThanOrEqualTo(.10 + slack(.10, wins.size()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("twins")
    void theHonestTwinPasses(Twin twin) {
        List<Evidence> draws = new ArrayList<>();
        for (long seed = 0; seed < DRAWS; seed++) {
            draws.add(twin.twin().apply(seed));
        }

        assertThat(TrapCase.checks()).extracting(Check::name).contains(twin.check());
        assertThat(TrapCase.share(
                        draws,
                        evidence ->
                                TrapCase.with(Set.of(Outcome.FIRED), evidence).contains(twin.check())))
                .as("objects to it")
                .isLessThanOrEqualTo(.03 + slack(.03, DRAWS));
        assertThat(TrapCase.share(
                        draws, evidence -> Panel.standard().examine(evidence).outcome() == PanelResult.Outcome.REFUTED))
                .as("refuted")
                .isLessThanOrEqualTo(.03 + slack(.03, DRAWS));
        assertThat(TrapCase.share(draws, TrapCase::isRefuted))
                .as("no win before more pairs were run")
                .isLessThanOrEqualTo(.12 + slack(.12, DRAWS));
    }

    /** Two standard errors at the small size, none at the full one. */
    private static double slack(double share, int draws) {
        return Requires.fullSize() ? 0 : 2 * Math.sqrt(share * (1 - share) / draws);
    }

    private static LongFunction<Evidence> of(LongFunction<Trap> trap) {
        return seed -> trap.apply(seed).evidence(seed);
    }
}
