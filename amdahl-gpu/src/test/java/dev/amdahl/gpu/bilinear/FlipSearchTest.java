package dev.amdahl.gpu.bilinear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlipSearchTest {
    /** Never met by a search that comes to its target, on a busy machine either. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final int SEEDS = 10;

    @ParameterizedTest
    @CsvSource({"2x2x2, Z, 7", "3x3x3, Z, 23", "2x2x2, Z2, 7", "3x3x3, Z2, 23", "2x2x3, Z, 11"})
    void everySeedComesToTheKnownRank(String text, Ring ring, int rank) {
        Format format = Format.parse(text);
        assertThat(KnownRanks.of(format, ring)).hasValue(rank);
        for (int seed = 0; seed < SEEDS; seed++) {
            SearchResult result = search(format, ring, rank, seed);
            assertThat(result.best().rank()).as("seed %s", seed).isEqualTo(rank);
            assertThat(result.best().isExact(ring)).isTrue();
            assertThat(result.best().largestCoefficient()).isEqualTo(1);
            assertThat(result.flips()).isPositive();
        }
    }

    @Test
    void noProductWithAVectorIsSaved() {
        Format format = Format.parse("1x5x3");
        assertThat(KnownRanks.of(format, Ring.Z)).hasValue(15);
        assertThat(search(format, Ring.Z, 15, 1).flips())
                .as("there is nothing to look for")
                .isZero();
    }

    private static SearchResult search(Format format, Ring ring, int rank, int seed) {
        return FlipSearch.run(SearchPlan.of(format, ring, rank, LIMIT, seed), Clock.systemUTC(), Runnable::run);
    }

    @Test
    void oneSeedGivesOneScheme() {
        Format format = Format.parse("3x3x3");
        Scheme once = search(format, Ring.Z, 24, 3).best();
        Scheme again = search(format, Ring.Z, 24, 3).best();
        assertThat(again.left()).isDeepEqualTo(once.left());
        assertThat(again.product()).isDeepEqualTo(once.product());
    }

    @Test
    void walksOfSeveralThreadsShareWhatTheyFind() {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            SearchPlan plan = new SearchPlan(Scheme.standard(Format.parse("3x3x3")), Ring.Z2, 23, LIMIT, 5, 2);
            SearchResult result = FlipSearch.run(plan, Clock.systemUTC(), threads);
            assertThat(result.best().rank()).isEqualTo(23);
            assertThat(result.best().isExact(Ring.Z2)).isTrue();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void endsWithTheTimeWhereTheTargetIsOutOfReach() {
        SearchPlan plan = new SearchPlan(Scheme.strassen2x2(), Ring.Z, 6, Duration.ofMillis(200), 1, 1);
        SearchResult result = FlipSearch.run(plan, Clock.systemUTC(), Runnable::run);
        assertThat(result.best().rank()).isEqualTo(7);
        assertThat(result.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    void goesOnFromASchemeThatIsGiven() {
        Scheme start = Scheme.strassen2x2().within(Scheme.strassen2x2());
        SearchPlan plan = new SearchPlan(start, Ring.Z2, 49, LIMIT, 1, 1);
        assertThat(FlipSearch.run(plan, Clock.systemUTC(), Runnable::run).best().rank())
                .isEqualTo(49);
    }

    @Test
    void aStartThatIsWrongIsRefused() {
        Scheme wrong =
                new Scheme(new Format(2, 2, 2), Scheme.strassen2x2().terms().subList(0, 6));
        assertThatThrownBy(() -> new SearchPlan(wrong, Ring.Z, 7, LIMIT, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("exact");
    }
}
