package dev.amdahl.core.stats.online;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import dev.amdahl.core.stats.online.LordPlusPlus.Entry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LordPlusPlusTest {

    @Test
    void synchronousStreamAgreesWithTheReference() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("online_fdr.json")) {
            double alpha = reference.get("alpha").asDouble();
            double[] p = numbers(reference.get("p"));
            double[] expected = numbers(reference.get("expected").get("LORDpp").get("alpha_t"));
            List<Entry> stream = new ArrayList<>();
            for (int i = 0; i < p.length; i++) {
                stream.add(new Entry(2L * i, 2L * i + 1, p[i]));
            }
            List<Double> levels = new LordPlusPlus(alpha, alpha / 10).levels(stream);
            List<Integer> rejected = new ArrayList<>();
            for (int i = 0; i < p.length; i++) {
                compared++;
                assertThat(levels.get(i)).isEqualTo(expected[i], within(1e-10 * expected[i]));
                if (p[i] <= levels.get(i)) {
                    rejected.add(i + 1);
                }
            }
            assertThat(rejected)
                    .isEqualTo(ReferenceCases.list(
                                    reference.get("expected").get("LORDpp").get("rejected"))
                            .stream()
                            .map(JsonNode::asInt)
                            .toList());
        }
        assertThat(compared).isEqualTo(460);
    }

    @Test
    void rejectionCountsOnlyForTestsSubmittedAfterItsDecision() {
        LordPlusPlus fdr = LordPlusPlus.DEFAULT;
        List<Entry> open = List.of(Entry.open(1), Entry.open(2));
        List<Entry> decided = List.of(new Entry(1, 10, 1e-9), Entry.open(2));
        assertThat(fdr.nextLevel(decided, 5)).isEqualTo(fdr.nextLevel(open, 5));
        assertThat(fdr.nextLevel(decided, 11)).isGreaterThan(fdr.nextLevel(open, 11));
    }

    @Test
    void levelGrantedAtSubmitNeverChangesLater() {
        LordPlusPlus fdr = LordPlusPlus.DEFAULT;
        List<Entry> before = List.of(Entry.open(1), Entry.open(2), Entry.open(3));
        List<Entry> after = List.of(new Entry(1, 9, 1e-9), new Entry(2, 8, 1e-9), Entry.open(3), Entry.open(20));
        assertThat(fdr.levels(after).subList(0, 3)).isEqualTo(fdr.levels(before));
    }

    @Test
    void twoTestsUnderOneNumberAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LordPlusPlus.DEFAULT.levels(List.of(Entry.open(1), Entry.open(1))));
    }
}
