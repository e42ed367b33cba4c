package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.EvidenceFixture;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check against a trap that it must catch and that the others cannot see, and against its honest twin. */
class TrapBenchmarkTest {
    private static final int DRAWS = Requires.fullSize() ? 400 : 100;
    private static final MetricSpec WITH_QUEUE =
            new MetricSpec("latency", Optional.of(new ValueSource.Stdout("latency (.*)")), true);

    /**
     * @param check the check that must catch it
     * @param least how often it and the whole panel must, of the draws whose mean effect of over 1 % looks like a win
     * @param kin checks that may see it too, since they look at the same record
     */
    record Case(
            String check,
            double least,
            Set<String> kin,
            LongFunction<EvidenceFixture> trap,
            LongFunction<EvidenceFixture> twin) {
        @Override
        public String toString() {
            return check;
        }
    }

    static Stream<Case> cases() {
        LongFunction<EvidenceFixture> win = seed -> Traps.clean(seed, -.05).evidence(seed);
        return Stream.of(
                new Case("input drift", .95, Set.of(), of(Traps::inputDrift), of(Twins::inputDrift)),
                new Case(
                        "queue time in the metric",
                        .98,
                        Set.of("one-outlier claim", "wall time of the whole job"),
                        seed -> Traps.queue(seed).evidence(seed).metric(WITH_QUEUE),
                        seed -> Twins.queue(seed).evidence(seed).metric(WITH_QUEUE)),
                new Case("noisy host", .82, Set.of(), of(Traps::host), of(Twins::host)),
                new Case(
                        "order effect",
                        .97,
                        Set.of("carry-over", "one-outlier claim"),
                        of(Traps::order),
                        of(Twins::order)),
                new Case(
                        "carry-over",
                        .70,
                        Set.of("order effect", "one-outlier claim"),
                        of(Traps::carryOver),
                        of(Twins::order)),
                new Case("one-outlier claim", .98, Set.of(), of(Traps::outlier), of(Twins::outlier)),
                new Case(
                        "failures hidden",
                        .93,
                        Set.of("one-outlier claim", "sample ratio"),
                        of(Traps::survivorship),
                        of(Twins::survivorship)),
                new Case("accelerator clock", .97, Set.of(), of(Traps::clock), of(Twins::clock)),
                new Case("throttled in one arm", .97, Set.of(), of(Traps::throttled), of(Twins::throttled)),
                new Case("clock granularity", .98, Set.of(), of(Traps::granularity), of(Twins::granularity)),
                new Case(
                        "p95 stragglers",
                        .72,
                        Set.of("one-outlier claim"),
                        of(Traps::stragglers),
                        of(Twins::stragglers)),
                new Case("outputs", 1, Set.of(), of(Traps::output), win),
                new Case("work units", 1, Set.of(), of(Traps::fidelityCut), win),
                new Case(
                        "speed bound",
                        .99,
                        Set.of("addressed share"),
                        seed -> Traps.implausible(seed).evidence(seed).shares(.35, .35, 2),
                        seed -> Traps.clean(seed, -.25).evidence(seed).shares(.35, .35, 2)),
                new Case(
                        "addressed share",
                        .99,
                        Set.of(),
                        seed -> Traps.implausible(seed).evidence(seed).shares(.80, .35, 2),
                        seed -> Traps.clean(seed, -.25).evidence(seed).shares(.80, .35, 2)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aTrapIsCaughtByItsCheckAndByThePanel(Case trap) {
        List<EvidenceFixture> wins = naiveWins(trap.trap());

        assertThat(wins).as("draws that look like a win").hasSizeGreaterThan(DRAWS / 2);
        assertThat(share(wins, evidence -> fires(trap.check(), evidence)))
                .as("caught by the check")
                .isGreaterThanOrEqualTo(trap.least());
        assertThat(share(wins, evidence -> !Panel.standard().examine(evidence).survives()))
                .as("caught by the panel")
                .isGreaterThanOrEqualTo(trap.least());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noOtherCheckSeesTheTrap(Case trap) {
        List<EvidenceFixture> wins = naiveWins(trap.trap());

        assertThat(all()).extracting(Check::name).contains(trap.check());
        for (Check other : all()) {
            if (!other.name().equals(trap.check()) && !trap.kin().contains(other.name())) {
                assertThat(share(wins, evidence -> fires(other.name(), evidence)))
                        .as(other.name())
                        .isLessThanOrEqualTo(.10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theHonestTwinPasses(Case trap) {
        List<EvidenceFixture> twins = draws(trap.twin());

        assertThat(share(twins, evidence -> fires(trap.check(), evidence))).isLessThanOrEqualTo(.03);
        assertThat(share(twins, evidence -> !Panel.standard().examine(evidence).survives()))
                .isLessThanOrEqualTo(.06);
    }

    private static LongFunction<EvidenceFixture> of(LongFunction<Trap> trap) {
        return seed -> trap.apply(seed).evidence(seed);
    }

    private static List<Check> all() {
        return Stream.concat(Checklist.STATISTICAL.stream(), Checklist.FACTS.stream())
                .toList();
    }

    private static boolean fires(String check, EvidenceFixture evidence) {
        Sample sample = Sample.of(evidence, trial -> true, evidence.seed());
        return all().stream()
                .anyMatch(one -> one.name().equals(check) && one.run(sample).isFired());
    }

    private static List<EvidenceFixture> naiveWins(LongFunction<EvidenceFixture> generator) {
        return draws(generator).stream()
                .filter(evidence -> Sample.of(evidence, trial -> true, 0).meanEffect() < -.01)
                .toList();
    }

    private static List<EvidenceFixture> draws(LongFunction<EvidenceFixture> generator) {
        List<EvidenceFixture> draws = new ArrayList<>();
        for (long seed = 0; seed < DRAWS; seed++) {
            draws.add(generator.apply(seed));
        }
        return draws;
    }

    private static double share(List<EvidenceFixture> of, Predicate<EvidenceFixture> test) {
        return of.stream().filter(test).count() / (double) of.size();
    }
}
