package dev.amdahl.core.internal.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.advice.SourceBandit.Track;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What choosing whom to ask saves, against asking all in turn until there are as many wins; mean over seeds. */
class ProposerSimulationTest {
    private static final int SEEDS = 200;
    private static final int WINS = 25;
    private static final double TOKENS = 4_000;

    @Test
    void sameWinsForFewerTokensWhereProposersDifferAndForNoMoreWhereTheyDoNot() {
        double unlike = share(List.of(.02, .05, .10, .25));
        double alike = share(List.of(.10, .10, .10, .10));

        System.out.printf(
                "tokens for %d wins, of those of a round-robin: %.0f %% at win rates of .02, .05, .10 and .25; %.0f %% at"
                        + " equal ones (%d seeds)%n",
                WINS, 100 * unlike, 100 * alike, SEEDS);
        assertThat(unlike).isLessThan(.60);
        assertThat(alike).isLessThan(1.10);
    }

    private static double share(List<Double> rates) {
        double chosen = 0;
        double inTurn = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            chosen += tokens(rates, seed, true);
            inTurn += tokens(rates, seed, false);
        }
        return chosen / inTurn;
    }

    private static double tokens(List<Double> rates, int seed, boolean isChosen) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> offered = new TreeMap<>();
        for (int i = 0; i < rates.size(); i++) {
            offered.put(Integer.toString(i), 1);
        }
        Map<String, Track> records = new HashMap<>();
        double spent = 0;
        int wins = 0;
        for (int turn = 0; wins < WINS; turn++) {
            String asked = isChosen
                    ? new SourceBandit(random.nextLong())
                            .divide(offered, records, 1)
                            .keySet()
                            .iterator()
                            .next()
                    : Integer.toString(turn % rates.size());
            boolean isWon = random.nextDouble() < rates.get(Integer.parseInt(asked));
            Track before = records.getOrDefault(asked, Track.NONE);
            records.put(
                    asked,
                    new Track(
                            new WinRate(
                                    before.rate().wins() + (isWon ? 1 : 0),
                                    before.rate().decided() + 1),
                            before.paid() + TOKENS));
            spent += TOKENS;
            wins += isWon ? 1 : 0;
        }
        return spent;
    }
}
