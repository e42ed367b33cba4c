package dev.amdahl.core.internal.advice;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.advice.Fixtures.Brief;
import dev.amdahl.spi.contract.AdvisorContract;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class RuleAdvisorTest extends AdvisorContract {
    private static final Diagnosis INPUT =
            Fixtures.diagnosis(Map.of(INPUT_STARVATION, 40.0, PRODUCTIVE, 60.0), Map.of("input_wait_frac", .4));

    private final RuleAdvisor rules = new RuleAdvisor(IdeaCatalogue.shipped());

    @Override
    protected Advisor advisor() {
        return rules;
    }

    @Test
    void oneProposalPerAlternativeValueOfALeverThatAddressesADiagnosedClass() {
        List<Proposal> proposals =
                propose(INPUT, List.of(), lever("workers", INPUT_STARVATION), lever("fsync", CHECKPOINT_STALL));

        assertThat(proposals).extracting(Proposal::title).containsExactly("workers: 0 -> 1", "workers: 0 -> 2");
    }

    @Test
    void productiveSecondsBoundTheRelabelClasses() {
        assertThat(propose(INPUT, List.of(), lever("kernel", KERNEL_INEFFICIENT)))
                .hasSize(2);
        assertThat(propose(
                        Fixtures.diagnosis(Map.of(INPUT_STARVATION, 40.0)),
                        List.of(),
                        lever("kernel", KERNEL_INEFFICIENT)))
                .isEmpty();
    }

    @Test
    void aFindingHasNoSecondsAndIsStillWorkedOn() {
        assertThat(propose(INPUT, List.of(), lever("accelerators", OVER_ALLOCATION)))
                .hasSize(2);
    }

    @Test
    void withoutADiagnosisEveryLeverIsOffered() {
        Diagnosis unknown = Fixtures.diagnosis(Map.of(UNATTRIBUTED, 100.0));

        assertThat(propose(unknown, List.of(), lever("fsync", CHECKPOINT_STALL)))
                .hasSize(2);
    }

    @Test
    void hostCausesComeBeforeKernelCauses() {
        List<Proposal> proposals =
                propose(INPUT, List.of(), lever("kernel", COMPUTE_BOUND), lever("workers", INPUT_STARVATION));

        assertThat(proposals)
                .extracting(proposal -> proposal.addresses().get(0))
                .containsExactly(INPUT_STARVATION, INPUT_STARVATION, COMPUTE_BOUND, COMPUTE_BOUND);
    }

    @Test
    void theNamedIdeaSetsTheExpectedFraction() {
        Lever named = new Lever(
                "workers",
                new LeverSetting.Environment("WORKERS"),
                "0",
                List.of("2"),
                List.of(INPUT_STARVATION),
                Optional.of("input-more-workers"));

        Proposal proposal = propose(INPUT, List.of(), named).get(0);

        double typical =
                IdeaCatalogue.shipped().idea("input-more-workers").orElseThrow().typicalFraction();
        assertThat(proposal.expectedFraction()).hasValue(typical);
        assertThat(proposal.provenance()).isEqualTo(new Provenance(Provenance.Origin.IDEA, "input-more-workers"));
    }

    @Test
    void otherwiseTheMedianOfTheFittingIdeasOfThatClassAndKindDoes() {
        List<Idea> ideas = List.of(
                idea("a", INPUT_STARVATION, "config", .2, .1),
                idea("b", INPUT_STARVATION, "env", .4, .1),
                idea("c", INPUT_STARVATION, "code", .9, .1),
                idea("d", INPUT_STARVATION, "config", .9, .5),
                idea("e", HOST_SERIAL, "config", .9, .1));

        assertThat(propose(INPUT, ideas, lever("workers", INPUT_STARVATION))
                        .get(0)
                        .expectedFraction())
                .hasValueCloseTo(.3, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(propose(INPUT, ideas.subList(0, 1), lever("workers", INPUT_STARVATION))
                        .get(0)
                        .expectedFraction())
                .hasValue(.2);
        assertThat(propose(INPUT, List.of(), lever("workers", INPUT_STARVATION))
                        .get(0)
                        .expectedFraction())
                .hasValue(.3);
    }

    @Test
    void contributionsOfPeopleAreProposedWithTheirOwnExpectation() {
        Contribution patch = new Contribution(
                "fuse the decoder",
                new PatchChange("--- a\n+++ b\n", List.of("src/a.c")),
                List.of(INPUT_STARVATION),
                OptionalDouble.of(.15),
                Optional.empty());
        JobSpec job = JobSpec.builder("train", List.of("train"))
                .contributions(List.of(patch))
                .build();

        assertThat(rules.propose(new Brief(job, INPUT, List.of(), List.of())))
                .singleElement()
                .satisfies(proposal -> {
                    assertThat(proposal.expectedFraction()).hasValue(.15);
                    assertThat(proposal.change().needsBuild()).isTrue();
                    assertThat(proposal.provenance().origin()).isEqualTo(Provenance.Origin.HUMAN);
                });
    }

    private List<Proposal> propose(Diagnosis diagnosis, List<Idea> ideas, Lever... levers) {
        JobSpec job = JobSpec.builder("train", List.of("train"))
                .levers(List.of(levers))
                .build();
        return rules.propose(new Brief(job, diagnosis, ideas, List.of()));
    }

    private static Lever lever(String name, Bottleneck addresses) {
        return new Lever(
                name,
                new LeverSetting.Environment(name),
                "0",
                List.of("0", "1", "2"),
                List.of(addresses),
                Optional.empty());
    }

    private static Idea idea(String id, Bottleneck bottleneck, String kind, double typical, double least) {
        return new Idea(
                id,
                id,
                bottleneck,
                kind,
                List.of(new Idea.Symptom("input_wait_frac", ">=", least)),
                typical,
                id,
                new Provenance(Provenance.Origin.IDEA, id),
                Optional.empty());
    }
}
