package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of {@link IdeaSource} as a test suite. Extend it and supply an instance. */
public abstract class IdeaSourceContract {
    private final SampleBriefing sample = SampleBriefing.withLevers(List.of(SampleBriefing.WORKERS));

    /** Returns the source under test. */
    protected abstract IdeaSource source();

    @Test
    void onlyIdeasOfTheAskedClassesAreGiven() {
        Set<Bottleneck> asked = Set.of(Bottleneck.INPUT_STARVATION);

        assertThat(source().search(sample.query(asked, sample.diagnosis().metrics())))
                .allMatch(idea -> asked.contains(idea.bottleneck()));
        assertThat(source().search(sample.query(Set.of(), sample.diagnosis().metrics())))
                .isEmpty();
    }

    @Test
    void anIdeaWithAnUnmeasuredSymptomIsNeverGiven() {
        IdeaQuery blind = sample.query(EnumSet.allOf(Bottleneck.class), Map.of());

        assertThat(source().search(blind)).allMatch(idea -> idea.symptoms().isEmpty());
    }

    @Test
    void everySymptomOfAGivenIdeaWasMeasured() {
        Map<String, Double> metrics = sample.diagnosis().metrics();

        assertThat(source().search(sample.query(EnumSet.allOf(Bottleneck.class), metrics)))
                .allSatisfy(idea -> assertThat(idea.symptoms())
                        .extracting(Idea.Symptom::metric)
                        .isSubsetOf(metrics.keySet()));
    }

    @Test
    void ideasAreCompleteAndHaveDistinctIds() {
        List<Idea> ideas = source().search(sample.query(
                EnumSet.allOf(Bottleneck.class), sample.diagnosis().metrics()));

        assertThat(ideas).allSatisfy(idea -> {
            assertThat(idea.id()).isNotBlank();
            assertThat(idea.title()).isNotBlank();
            assertThat(idea.provenance().source()).isNotBlank();
        });
        assertThat(ideas).extracting(Idea::id).doesNotHaveDuplicates();
    }
}
