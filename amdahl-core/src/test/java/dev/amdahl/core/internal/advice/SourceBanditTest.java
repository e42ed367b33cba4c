package dev.amdahl.core.internal.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.advice.SourceBandit.Track;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SourceBanditTest {
    private static final Map<String, Track> RECORDS =
            Map.of("winner", new Track(new WinRate(30, 40), 0), "loser", new Track(new WinRate(1, 40), 0));
    private static final Map<String, Integer> OFFERED = Map.of("winner", 10, "loser", 10, "untried", 10);

    @Test
    void sourcesWhoseIdeasWonGetMoreAndOneThatNobodyTriedIsTried() {
        long[] taken = new long[3];
        LongStream.range(0, 200).forEach(seed -> {
            Map<String, Integer> places = new SourceBandit(seed).divide(OFFERED, RECORDS, 8);
            assertThat(places.values().stream().mapToInt(count -> count).sum()).isEqualTo(8);
            taken[0] += places.getOrDefault("winner", 0);
            taken[1] += places.getOrDefault("untried", 0);
            taken[2] += places.getOrDefault("loser", 0);
        });

        assertThat(taken[0]).isGreaterThan(1_300);
        assertThat(taken[1]).isBetween(20L, 300L);
        assertThat(taken[2]).isLessThan(taken[1]);
    }

    @Test
    void theSameSeedGivesTheSameDivision() {
        assertThat(new SourceBandit(7).divide(OFFERED, RECORDS, 12))
                .isEqualTo(new SourceBandit(7).divide(OFFERED, RECORDS, 12));
        assertThat(LongStream.range(0, 20)
                        .mapToObj(seed -> new SourceBandit(seed).divide(OFFERED, RECORDS, 12))
                        .distinct()
                        .count())
                .isGreaterThan(1);
    }

    @Test
    void noSourceGetsMoreThanItHasAndEveryIdeaFindsRoomWhereThereIsEnough() {
        assertThat(new SourceBandit(1).divide(OFFERED, RECORDS, 100)).isEqualTo(OFFERED);
        assertThat(new SourceBandit(1).divide(Map.of("winner", 2, "none", 0), RECORDS, 3))
                .isEqualTo(Map.of("winner", 2));
        assertThat(new SourceBandit(1).divide(OFFERED, RECORDS, 0)).isEmpty();
    }

    @Test
    void ofTwoThatWinAlikeTheCheaperIsAskedFirstAndTheDearerNowAndThen() {
        Map<String, Track> records =
                Map.of("cheap", new Track(new WinRate(6, 30), 30_000), "dear", new Track(new WinRate(6, 30), 90_000));
        long cheap = LongStream.range(0, 200)
                .filter(seed -> new SourceBandit(seed)
                        .ranked(records.keySet(), records)
                        .get(0)
                        .equals("cheap"))
                .count();

        assertThat(cheap).isBetween(180L, 199L);
        assertThat(new SourceBandit(3).ranked(List.of("dear", "cheap", "new"), records))
                .containsExactlyInAnyOrder("cheap", "dear", "new")
                .isEqualTo(new SourceBandit(3).ranked(List.of("new", "cheap", "dear"), records));
    }

    @Test
    void whoIsPaidAndOffersNothingIsAskedLess() {
        Map<String, Track> records =
                Map.of("silent", new Track(WinRate.UNKNOWN, 80_000), "other", new Track(new WinRate(2, 20), 20_000));
        long silent = LongStream.range(0, 200)
                .filter(seed -> new SourceBandit(seed)
                        .ranked(records.keySet(), records)
                        .get(0)
                        .equals("silent"))
                .count();

        assertThat(silent).isLessThan(40);
    }

    @Test
    void noCostIsBelowNothing() {
        assertThatThrownBy(() -> new Track(WinRate.UNKNOWN, Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new Track(WinRate.UNKNOWN, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theQuantilesOfTheWinRateAreThoseOfItsPosterior() {
        assertThat(new WinRate(3, 6).quantile(.5)).isBetween(.35, .37);
        assertThat(WinRate.UNKNOWN.quantile(0)).isZero();
        assertThat(WinRate.UNKNOWN.quantile(1)).isEqualTo(1);
    }
}
