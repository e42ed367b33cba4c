package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.llm.advice.ProgramAdvisorFactory;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.llm.route.RememberingBook;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.SourceWindow;
import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.llm.CallBook;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program's work comes to, in proposals and in the book. */
final class ProgramAdvisorTest {
    private static final String ASK = "ask 'POST /v1/messages HTTP/1.1' '{}' >/tmp/said\n";

    @TempDir
    Path folder = Path.of("");

    private final RememberingBook book = new RememberingBook();

    private record Told(WorkPlace place, CallBook calls) implements Briefing {
        @Override
        public JobSpec job() {
            return place.job();
        }

        @Override
        public Diagnosis diagnosis() {
            return new Diagnosis(
                    "job",
                    List.of(new Account(Bottleneck.HOST_SERIAL, 40, 40)),
                    40,
                    Map.of(),
                    List.of("e1"),
                    List.of());
        }

        @Override
        public List<Idea> ideas() {
            return List.of();
        }

        @Override
        public List<String> history() {
            return List.of();
        }

        @Override
        public List<SourceWindow> source() {
            return List.of(new SourceWindow("src/main.txt", 1, List.of("one", "slow"), 9));
        }

        @Override
        public Optional<Workbench> workbench() {
            return place.builder().workbench(place.job());
        }
    }

    private Advice advise(LoopbackModel server, String script) {
        WorkPlace place = new WorkPlace(folder, "claude", server, script);
        return advise(place);
    }

    private Advice advise(WorkPlace place) {
        return new ProgramAdvisorFactory(WorkPlace.ENVIRONMENT)
                .create(place.context("price_input", "10", "price_output", "100"))
                .advise(new Told(place, book));
    }

    @Test
    void itsChangeIsOneProposalAndItsRunOneCall() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            WorkPlace place = new WorkPlace(folder, "claude", server, ASK + """
                    grep -q '2| slow' /tmp/question && sed -i s/slow/fast/ src/main.txt
                    """ + "echo '" + WorkPlace.END + "'\n");
            Advice advice = advise(place);
            assertThat(advice.notes()).isEmpty();
            assertThat(advice.proposals()).hasSize(1);
            Proposal proposal = advice.proposals().get(0);
            assertThat(proposal.change()).isInstanceOfSatisfying(PatchChange.class, patch -> {
                assertThat(patch.paths()).containsExactly("src/main.txt");
                assertThat(patch.diff()).contains("-slow", "+fast");
            });
            assertThat(proposal.addresses()).containsExactly(Bottleneck.HOST_SERIAL);
            assertThat(proposal.provenance().source()).isEqualTo("program:model-1");
            assertThat(book.calls).hasSize(1);
            assertThat(book.calls.get(0).usage().inputTokens()).isEqualTo(100);
            assertThat(book.calls.get(0).prompt()).contains("2| slow").doesNotContain("key-of-the-model");
            assertThat(book.intents.get(0).tokens()).isGreaterThan(2_000_000);
            assertThat(book.intents.get(0).price()).isGreaterThan(20);
            // What was paid for is not paid for twice.
            assertThat(advise(place).proposals()).isEqualTo(advice.proposals());
            assertThat(book.calls).hasSize(1);
            assertThat(server.calls()).hasSize(1);
        }
    }

    @Test
    void nothingFoundIsSaidWithItsReason() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            Advice advice = advise(
                    server,
                    "echo '" + WorkPlace.END.replace("\"nothing\":null", "\"nothing\":\"it is fast as it is\"")
                            + "'\n");
            assertThat(advice.proposals()).isEmpty();
            assertThat(advice.notes()).containsExactly("the program found nothing: 'it is fast as it is'");
            assertThat(book.calls).hasSize(1);
        }
    }

    @Test
    void whatFailsItsTestsIsNotProposed() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            Advice advice = advise(server, "echo other >src/main.txt\necho '" + WorkPlace.END + "'\n");
            assertThat(advice.proposals()).isEmpty();
            assertThat(advice.notes()).hasSize(1).allMatch(note -> note.contains("ended with FAILED"));
        }
    }

    @Test
    void whatItTriedBesidesIsHeldAgainstIt() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            Advice advice = advise(server, """
                    sed -i s/slow/fast/ src/main.txt
                    echo 'exit 0' >check.sh
                    ask 'CONNECT evil.test:443 HTTP/1.1'
                    """ + "echo '" + WorkPlace.END + "'\n");
            assertThat(advice.notes()).hasSize(2);
            assertThat(advice.proposals()).hasSize(1);
            assertThat(advice.proposals().get(0).rationale().orElseThrow().objections())
                    .anyMatch(line -> line.contains("evil.test:443"))
                    .anyMatch(line -> line.contains("check.sh"));
        }
    }

    @Test
    void aClaimThatIsNoneIsLeftOut() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            Advice advice = advise(
                    server,
                    "sed -i s/slow/fast/ src/main.txt\necho '" + WorkPlace.END.replace("\"e1\"", "\"approved\"")
                            + "'\n");
            assertThat(advice.proposals()).isEmpty();
            assertThat(advice.notes()).hasSize(1).allMatch(note -> note.contains("evidence that does not exist"));
        }
    }

    @Test
    void withoutMoneyItIsNotStarted() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            book.allowed = 0;
            Advice advice = advise(server, "echo '" + WorkPlace.END + "'\n");
            assertThat(advice.proposals()).isEmpty();
            assertThat(advice.notes()).hasSize(1).allMatch(note -> note.contains("NOT_ALLOWED"));
            assertThat(server.calls()).isEmpty();
        }
    }

    @Test
    void aRunThatFailsIsBookedAsFarAsItWent() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            Advice advice = advise(server, ASK + "exit 3\n");
            assertThat(advice.proposals()).isEmpty();
            assertThat(book.calls).hasSize(1);
            assertThat(book.calls.get(0).failure()).isPresent();
            assertThat(book.calls.get(0).usage().inputTokens()).isEqualTo(100);
        }
    }
}
