package dev.amdahl.llm.advice;

import static dev.amdahl.llm.advice.HostileActs.proposal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.internal.chat.AgentBackends;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.llm.route.RememberingBook;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that means well, and one that cannot. */
final class ToolAdvisorTest {
    private static final ToolBudget BUDGET = new ToolBudget(4_000_000, 100, Duration.ofMinutes(1), 40, 4_000);
    private static final String FORMULA =
            "{\"file\":\"src/kernel.sh\",\"old\":\"i=0; s=0\\nwhile [ $i -lt 9 ]; do i=$((i+1)); s=$((s+i)); done\\n\",\"new\":\"s=$((9*10/2))\\n\"}";

    @TempDir
    Path folder;

    private final RememberingBook book = new RememberingBook();
    private AgentBench bench;

    @BeforeEach
    void makeRepository() throws IOException {
        bench = new AgentBench(folder);
    }

    private Advice work(Fault... script) throws IOException {
        return work(BUDGET, script);
    }

    private Advice work(ToolBudget budget, Fault... script) throws IOException {
        Advice advice = bench.work(book, budget, script);
        assertThat(bench.git("status", "--porcelain")).isEmpty();
        assertThat(bench.git("worktree", "list").lines()).hasSize(1);
        return advice;
    }

    private static Fault call(String... calls) {
        return Wire.OPENAI.calling("let me see", calls);
    }

    private static Fault propose() {
        return call("propose", proposal("run-1", "0.5", "HOST_SERIAL"));
    }

    private void assertEnd(Advice advice, String words) {
        assertThat(advice.proposals()).isEmpty();
        assertThat(advice.notes()).anyMatch(note -> note.startsWith("agent 'openai': " + words));
    }

    @Test
    void readsEditsRepairsATestThatFailsAndProposesWhatBuilds() throws IOException {
        Advice advice = work(
                call("list", "{}", "search", "{\"pattern\":\"while\"}", "view", "{\"part\":\"account\"}"),
                call("read", "{\"file\":\"src/kernel.sh\"}"),
                call("replace", FORMULA.replace("10/2", "11/2")),
                propose(),
                call("revert", "{}"),
                call("replace", FORMULA, "diff", "{}", "smoke", "{}"),
                propose());

        assertThat(advice.notes())
                .singleElement()
                .asString()
                .contains("it proposes a patch; 7 turns, 11 calls of tools");
        Proposal proposal = advice.proposals().get(0);
        assertThat(proposal.addresses()).containsExactly(Bottleneck.HOST_SERIAL);
        assertThat(proposal.expectedFraction()).hasValue(.5);
        assertThat(proposal.provenance().source()).isEqualTo("agent:openai");
        assertThat(proposal.provenance().maturity()).isEqualTo(Provenance.Maturity.EXPERIMENTAL);
        assertThat(proposal.rationale().orElseThrow().mechanism()).isEqualTo("fewer steps");
        PatchChange patch = (PatchChange) proposal.change();
        assertThat(patch.paths()).containsExactly("src/kernel.sh");
        assertThat(patch.diff())
                .contains("\n+s=$((9*10/2))\n")
                .startsWith("diff --git a/src/kernel.sh b/src/kernel.sh\n");
        assertThat(book.text())
                .contains(
                        "src/kernel.sh:3: while [",
                        "3| while [ $i -lt 9 ]",
                        "FAILED, exit code 1",
                        "wrong sum",
                        "PASSED, exit code 0",
                        "answer of view",
                        "HOST_SERIAL: 40.00 s, 40.0 %")
                .contains("\"thinking\":\"let me see\"");
        assertThat(book.calls)
                .extracting(CallBook.Call::intent)
                .allMatch(intent ->
                        intent.role().equals("agent") && intent.about().equals("sums"));
        assertThat(book.calls.stream()
                        .mapToLong(made -> made.usage().inputTokens())
                        .sum())
                .isEqualTo(700);
    }

    @Test
    void whatWasWorkedOnIsNotWorkedOnAgainAndComesToTheSame() throws IOException {
        Advice first = work(call("replace", FORMULA), propose());
        int calls = book.calls.size();

        Advice second = work(Fault.silence());

        assertThat(second).isEqualTo(first);
        assertThat(book.calls).hasSize(calls);
    }

    @Test
    void writesAsManyCandidatesAsAreWantedEachShownThoseBefore() throws IOException {
        bench.candidates = OptionalInt.of(3);
        ToolBudget budget = new ToolBudget(12_000_000, 300, Duration.ofMinutes(6), 60, 4_000);

        Advice advice = work(
                budget,
                call("replace", FORMULA),
                propose(),
                call("replace", FORMULA.replace("$((9*10/2))", "45")),
                propose(),
                call("give_up", "{\"reason\":\"no third way\"}"));

        assertThat(advice.proposals())
                .extracting(proposal -> ((PatchChange) proposal.change()).diff())
                .satisfiesExactly(
                        first -> assertThat(first).contains("\n+s=$((9*10/2))\n"),
                        second -> assertThat(second).contains("\n+s=45\n"));
        assertThat(advice.notes()).last().asString().contains("it gave up: 'no third way'");
        assertThat(book.text())
                .contains("This is candidate 1 of at most 3", "This is candidate 3 of at most 3")
                .contains("a patch that you proposed already");
        int calls = book.calls.size();
        assertThat(work(budget, Fault.silence())).isEqualTo(advice);
        assertThat(book.calls).hasSize(calls);
        assertThat(BUDGET.part(4)).isEqualTo(new ToolBudget(1_000_000, 25, Duration.ofSeconds(15), 10, 4_000));
    }

    @Test
    void theSamePatchTwiceIsOneCandidate() throws IOException {
        bench.candidates = OptionalInt.of(4);

        Advice advice = work(
                new ToolBudget(12_000_000, 300, Duration.ofMinutes(6), 60, 4_000),
                call("replace", FORMULA),
                propose(),
                call("replace", FORMULA),
                propose());

        assertThat(advice.proposals()).hasSize(1);
        assertThat(advice.notes()).last().asString().contains("the same patch once more");
    }

    @Test
    void aTurnThatWasPaidForIsNotAskedAgainWhereTheBookStoppedTheWork() throws IOException {
        book.allowed = 2;
        Advice stopped = work(call("read", "{\"file\":\"src/kernel.sh\"}"), call("replace", FORMULA), propose());
        assertEnd(stopped, "the model gives no answer: NOT_ALLOWED, the budget is spent");

        book.allowed = 100;
        Advice done = work(propose());

        assertThat(done.proposals()).hasSize(1);
        assertThat(book.calls).extracting(made -> made.intent().tokens()).hasSize(4);
    }

    @Test
    void testsThatFailWithoutTheChangeAreSaidAndThePatchIsNotBlamed() throws IOException {
        bench.breakTests();

        Advice advice = work(call("replace", FORMULA), call("test", "{}"), propose());

        assertThat(book.text()).contains("FAILED_BEFORE", "the tests fail without the change as well");
        assertThat(advice.proposals())
                .singleElement()
                .satisfies(
                        proposal -> assertThat(
                                        proposal.rationale().orElseThrow().objections())
                                .contains(
                                        "the tests of the job fail without the change as well, so that they say nothing of it"));
    }

    @Test
    void bothProtocolsCarryToolsAndThoughts() throws IOException {
        for (Wire wire : Wire.values()) {
            try (LoopbackModel server = LoopbackModel.serving(
                    wire.calling("first I look", "list", "{\"folder\":\"src\"}"),
                    wire.calling("nothing here", "give_up", "{\"reason\":\"it is fast\"}"))) {
                LlmBackend backend = AgentBackends.of(wire, server.address());
                Advice advice =
                        new ToolAdvisor(RoutedModel.of(backend, PriceList.FREE), BUDGET).advise(bench.briefing(book));

                assertThat(advice.notes())
                        .singleElement()
                        .asString()
                        .contains("it gave up: 'it is fast'; 2 turns, 2 calls");
                assertThat(server.calls()).hasSize(2);
                assertThat(server.calls().get(1).body()).contains("kernel.sh (", "editable)");
                assertThat(book.text()).contains("\"thinking\":\"first I look\"");
            }
        }
    }

    @Test
    void nonsenseEndsTheWork() throws IOException {
        assertEnd(work(Wire.OPENAI.saying("lorem ipsum")), "it talks and calls no tool: 'lorem ipsum'");
        assertThat(book.calls).hasSize(4);
    }

    @Test
    void anotherLanguageEndsTheWork() throws IOException {
        assertEnd(
                work(Wire.OPENAI.saying("Ich weiß nicht, 我不知道")), "it talks and calls no tool: 'Ich weiß nicht, 我不知道'");
    }

    @Test
    void tenMebibytesEndTheWork() throws IOException {
        assertEnd(work(Wire.OPENAI.saying("x".repeat(10 << 20))), "the model gives no answer: PROTOCOL");
    }

    @Test
    void silenceEndsTheWorkInTime() throws IOException {
        ToolBudget hurried = new ToolBudget(4_000_000, 100, Duration.ofMillis(700), 40, 4_000);

        assertEnd(work(hurried, Fault.silence()), "its time is over");
    }

    @Test
    void aBuildThatHangsEndsWithTheTimeOfTheWork() throws IOException {
        bench = new AgentBench(folder.resolve("patient"), Duration.ofMinutes(2));
        bench.write("src/gen.sh", "sleep 60\n");
        bench.commit();
        ToolBudget hurried = new ToolBudget(4_000_000, 100, Duration.ofSeconds(4), 40, 4_000);

        assertEnd(work(hurried, call("build", "{}"), Fault.silence()), "its time is over");
        assertThat(book.text()).contains("TIME_LIMIT, exit code");
    }

    @Test
    void aLostConnectionARefusalAndAnAnswerThatIsCutEndTheWork() throws IOException {
        assertEnd(work(Fault.disconnect()), "the model gives no answer: UNREACHABLE");
        assertEnd(work(Wire.OPENAI.refusing()), "the model gives no answer: REFUSAL");
    }

    @Test
    void whatIsCutShortEndsTheWork() throws IOException {
        assertEnd(work(Wire.OPENAI.cut("and so")), "the model gives no answer: TRUNCATED");
    }

    @Test
    void aCircleEndsTheWork() throws IOException {
        Fault[] round = Stream.generate(() -> call("read", "{\"file\":\"notes.txt\"}", "list", "{}"))
                .limit(9)
                .toArray(Fault[]::new);

        assertEnd(work(round), "it goes in a circle");
        assertThat(book.text()).contains("this was asked before, and nothing has changed since");
    }

    @Test
    void editingBackAndForthIsACircle() throws IOException {
        String there = "{\"file\":\"src/gen.sh\",\"old\":\"true\",\"new\":\"false\"}";
        String back = "{\"file\":\"src/gen.sh\",\"old\":\"false\",\"new\":\"true\"}";

        assertEnd(work(call("replace", there, "replace", back)), "it goes in a circle");
    }

    @Test
    void wrongCallsEndTheWork() throws IOException {
        assertEnd(
                work(call("read", "{\"file\":7}", "bash", "{}", "read", "[1]", "read", "{\"file\":", "search", "{}")),
                "it calls tools wrongly");
        assertThat(book.text())
                .contains(
                        "its argument 'file' is missing or not text",
                        "there is no tool 'bash'",
                        "its arguments are not a JSON object",
                        "its arguments are not JSON");
    }

    @Test
    void aThousandCallsAtOnceEndTheWork() throws IOException {
        String[] thousand = Stream.generate(() -> List.of("list", "{}"))
                .limit(1_000)
                .flatMap(List::stream)
                .toArray(String[]::new);

        assertEnd(work(call(thousand)), "it calls tools wrongly: 1000 calls at once");
    }

    @Test
    void eachPartOfTheBudgetEndsTheWork() throws IOException {
        Fault looking = call("list", "{\"folder\":\"src\"}");
        assertEnd(work(new ToolBudget(1_000, 100, Duration.ofMinutes(1), 9, 400), looking), "its tokens are used up");
        assertEnd(
                work(new ToolBudget(4_000_000, .0001, Duration.ofMinutes(1), 9, 400), looking), "its money is used up");
        assertEnd(
                work(new ToolBudget(4_000_000, 100, Duration.ofMinutes(1), 1, 400), looking),
                "its calls of tools are used up");
    }

    @Test
    void aModelWithoutToolsIsRefused() {
        LlmBackend plain = new LlmBackend() {
            @Override
            public String name() {
                return "plain";
            }

            @Override
            public LlmReply complete(LlmRequest request) {
                throw new AssertionError("never asked");
            }
        };

        assertThatThrownBy(() -> new ToolAdvisor(RoutedModel.of(plain, PriceList.FREE), ToolBudget.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("model 'plain' cannot be given tools");
    }
}
