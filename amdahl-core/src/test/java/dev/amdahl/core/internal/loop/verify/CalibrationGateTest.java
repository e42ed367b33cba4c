package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.PlantedWins;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CalibrationGateTest {
    private static PlantedWins planted(int found, int judged) {
        List<PlantedWins.Judged> all = Stream.concat(
                        Collections.nCopies(found, new PlantedWins.Judged(.1, true)).stream(),
                        Collections.nCopies(judged - found, new PlantedWins.Judged(.1, false)).stream())
                .toList();
        return new PlantedWins(judged, all);
    }

    @Test
    void promotionsFreezeWhereFewerPlantedWinsAreFoundThanTheRulePromises() {
        assertThat(CalibrationGate.blind(planted(5, 10)).orElseThrow())
                .startsWith("promotions are frozen: the loop found 5 of 10 wins that it had planted");
        assertThat(CalibrationGate.blind(planted(6, 10)))
                .as("of wins of a tenth")
                .isPresent();
        assertThat(CalibrationGate.blind(planted(7, 10))).isEmpty();
    }

    @Test
    void smallerWinsAreHeldAgainstASmallerPower() {
        List<PlantedWins.Judged> small = Stream.concat(
                        Collections.nCopies(6, new PlantedWins.Judged(.05, true)).stream(),
                        Collections.nCopies(4, new PlantedWins.Judged(.05, false)).stream())
                .toList();

        assertThat(CalibrationGate.blind(new PlantedWins(10, small))).isEmpty();
    }

    @Test
    void fewerThanTenSayNothing() {
        assertThat(CalibrationGate.blind(planted(0, 9))).isEmpty();
        assertThat(CalibrationGate.blind(PlantedWins.NONE)).isEmpty();
    }
}
