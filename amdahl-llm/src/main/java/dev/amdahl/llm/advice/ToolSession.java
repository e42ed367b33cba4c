package dev.amdahl.llm.advice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.Suspicion;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Rationale;
import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.hypothesis.Workbench.Answer;
import dev.amdahl.spi.hypothesis.Workbench.End;
import dev.amdahl.spi.hypothesis.Workbench.Run;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The work of an agent on one briefing: turn after turn until it proposes, gives up or has had enough. Not thread-safe. */
final class ToolSession {
    static final String SOURCE = "agent:";
    private static final int MAX_ANSWER = 16_000;
    private static final int MAX_CALLS_A_TURN = 8;
    private static final int MAX_FAULTS = 6;
    private static final int MAX_REPEATS = 6;
    private static final int MAX_SILENT = 3;
    private static final int MAX_PASSAGES = 5;
    private static final int MAX_TEXT = 300;
    private static final String STALE_TESTS =
            "the tests of the job fail without the change as well, so that they say nothing of it";

    /** Reasons that pass: the next cycle goes on where this one stopped. */
    private static final Set<Reason> PASSING = EnumSet.of(
            Reason.NOT_ALLOWED,
            Reason.OVERLOADED,
            Reason.RATE_LIMITED,
            Reason.UNREACHABLE,
            Reason.TIME_LIMIT,
            Reason.UNAUTHORIZED);

    private final Conversation conversation;
    private final ToolBudget budget;
    private final Choices choices;
    private final Workbench bench;
    private final BenchTools tools;
    private final String model;
    private final Set<String> done = new HashSet<>();
    private final Set<String> suspicions = new LinkedHashSet<>();
    private String state = "";
    private int calls;
    private int faults;
    private int repeats;
    private int silent;
    private boolean isTransient;

    ToolSession(
            Conversation conversation,
            RoutedModel model,
            ToolBudget budget,
            Choices choices,
            Sections briefing,
            Workbench bench) {
        this.conversation = conversation;
        this.budget = budget;
        this.choices = choices;
        this.bench = bench;
        this.model = model.name();
        tools = new BenchTools(bench, briefing);
    }

    /** The end of the work. */
    private record Ended(ToolEnd end, String detail, Optional<String> proposal, boolean isBlind) {
        Ended(ToolEnd end, String detail) {
            this(end, detail, Optional.empty(), false);
        }
    }

    /** Returns what the work comes to; never throws for what a model says. */
    Advice run() {
        bench.endWithin(conversation.left());
        Ended ended = work();
        String end = written(ended);
        if (!isTransient) {
            conversation.end(end);
        }
        return read(end, choices, model);
    }

    /** Returns what an end that was kept comes to. */
    static Advice read(String kept, Choices choices, String model) {
        JsonNode end;
        try {
            end = AnswerReader.JSON.readTree(kept);
        } catch (JsonProcessingException other) {
            return Advice.none("the agent's end is not readable and was left out");
        }
        List<String> notes = new ArrayList<>();
        end.path("suspicions").forEach(line -> notes.add(line.asText()));
        notes.add("agent '" + model + "': " + end.path("words").asText() + "; "
                + end.path("spent").asText());
        if (!end.path("proposal").isTextual()) {
            return new Advice(List.of(), notes);
        }
        Advice advice = new AnswerReader(choices, 1, SOURCE, model)
                .read(end.path("proposal").asText());
        notes.addAll(advice.notes());
        List<String> objections = new ArrayList<>();
        if (end.path("blind").asBoolean()) {
            notes.add(STALE_TESTS);
            objections.add(STALE_TESTS);
        }
        end.path("suspicions").forEach(line -> objections.add("the agent was shown this: " + line.asText()));
        return new Advice(
                advice.proposals().stream()
                        .map(proposal -> objecting(proposal, objections))
                        .toList(),
                notes);
    }

    /** Returns the same with more that speaks against it, for its reviewer. */
    static Proposal objecting(Proposal proposal, List<String> objections) {
        return new Proposal(
                proposal.title(),
                proposal.addresses(),
                proposal.change(),
                proposal.expectedFraction(),
                proposal.provenance(),
                proposal.rationale()
                        .or(() -> Optional.of(new Rationale("", "", List.of())))
                        .map(reasons -> reasons.objecting(objections)));
    }

    private String written(Ended ended) {
        ObjectNode end = JsonNodeFactory.instance.objectNode();
        end.put("end", ended.end().name());
        end.put("words", ended.end().words() + (ended.detail().isEmpty() ? "" : ": " + ended.detail()));
        end.put(
                "spent",
                String.format(
                        Locale.ROOT,
                        "%d turns, %d calls of tools, %d tokens read, %d written, price %.4g",
                        conversation.turns(),
                        calls,
                        conversation.usage().inputTokens(),
                        conversation.usage().outputTokens(),
                        conversation.usage().price()));
        ended.proposal().ifPresent(proposal -> end.put("proposal", proposal));
        if (ended.isBlind()) {
            end.put("blind", true);
        }
        if (!suspicions.isEmpty()) {
            suspicions.forEach(end.withArray("/suspicions")::add);
        }
        return end.toString();
    }

    private Ended work() {
        while (true) {
            Optional<ToolEnd> bound = conversation.bound();
            if (bound.isPresent()) {
                return new Ended(bound.get(), "");
            }
            AiMessage said;
            try {
                said = conversation.next();
            } catch (LlmException none) {
                isTransient = PASSING.contains(none.reason()) && !conversation.isOver();
                return new Ended(
                        conversation.isOver() ? ToolEnd.TIME : ToolEnd.NO_ANSWER,
                        none.reason() + ", " + AnswerReader.shown(String.valueOf(none.getMessage()), MAX_TEXT));
            }
            Optional<Ended> ended = answered(said);
            if (ended.isPresent()) {
                return ended.get();
            }
        }
    }

    private Optional<Ended> answered(AiMessage said) {
        List<ToolExecutionRequest> requests =
                said.hasToolExecutionRequests() ? said.toolExecutionRequests() : List.of();
        if (requests.isEmpty()) {
            silent++;
            conversation.remind("Call a tool. End with propose, or with give_up and the reason.");
            return silent < MAX_SILENT
                    ? Optional.empty()
                    : Optional.of(new Ended(ToolEnd.NO_TOOL_CALLED, quoted(String.valueOf(said.text()))));
        }
        silent = 0;
        if (requests.size() > MAX_CALLS_A_TURN * MAX_CALLS_A_TURN) {
            return Optional.of(new Ended(ToolEnd.BAD_CALLS, requests.size() + " calls at once"));
        }
        for (int i = 0; i < requests.size(); i++) {
            ToolExecutionRequest request = requests.get(i);
            if (i >= MAX_CALLS_A_TURN) {
                conversation.tell(request, "not done: at most " + MAX_CALLS_A_TURN + " calls a turn", MAX_ANSWER);
                continue;
            }
            Optional<Ended> ended = answered(request);
            if (ended.isPresent()) {
                return ended;
            }
        }
        return Optional.empty();
    }

    private Optional<Ended> answered(ToolExecutionRequest request) {
        if (calls >= budget.mostToolCalls()) {
            return Optional.of(new Ended(ToolEnd.TOOL_CALLS, ""));
        }
        if (conversation.isOver()) {
            return Optional.of(new Ended(ToolEnd.TIME, ""));
        }
        calls++;
        String answer;
        try {
            ToolCall call = ToolCall.of(request);
            if (call.tool().equals(BenchTools.GIVE_UP)) {
                call.requireOnly(Set.of("reason"));
                return Optional.of(new Ended(ToolEnd.GAVE_UP, quoted(call.text("reason"))));
            }
            if (call.tool().equals(BenchTools.PROPOSE)) {
                Optional<Ended> proposed = propose(request, call);
                faults = 0;
                return proposed;
            }
            answer = once(call);
            faults = 0;
        } catch (Fault wrong) {
            faults++;
            answer = "not done: " + wrong.getMessage();
        }
        conversation.tell(request, answer, MAX_ANSWER);
        if (faults >= MAX_FAULTS) {
            return Optional.of(new Ended(ToolEnd.BAD_CALLS, answer));
        }
        return repeats >= MAX_REPEATS
                ? Optional.of(new Ended(ToolEnd.CIRCLE, repeats + " calls were made before"))
                : Optional.empty();
    }

    /** What was asked before, with nothing changed since, is not done again. */
    private String once(ToolCall call) throws Fault {
        String asked = state + "\0" + call.tool() + "\0" + call.arguments();
        if (done.contains(asked)) {
            repeats++;
            if (!BenchTools.isEdit(call.tool())) {
                return "not done: this was asked before, and nothing has changed since; the answer is as it was";
            }
        }
        String answer = shown(call.tool(), tools.run(call));
        done.add(asked);
        if (BenchTools.isEdit(call.tool())) {
            state = bench.diff().text();
        }
        return answer;
    }

    private Optional<Ended> propose(ToolExecutionRequest request, ToolCall call) throws Fault {
        Answer diff = bench.diff();
        Fault.unless(diff.isDone(), "there is no patch: " + diff.text());
        Fault.unless(!diff.text().isEmpty(), "nothing is changed; edit first, or give up");
        Run run = bench.test();
        if (run.end() == End.NOT_DECLARED) {
            run = bench.build();
        }
        boolean isBlind = run.end() == End.FAILED_BEFORE;
        if (!run.isPassed() && !isBlind) {
            conversation.tell(request, shown(request.name(), "not proposed: " + BenchTools.said(run)), MAX_ANSWER);
            repeats += done.add(state + "\0" + BenchTools.PROPOSE) ? 0 : 1;
            return repeats >= MAX_REPEATS
                    ? Optional.of(new Ended(ToolEnd.CIRCLE, "it proposes what fails again and again"))
                    : Optional.empty();
        }
        ObjectNode proposal = (ObjectNode) call.arguments().deepCopy();
        proposal.put("needs_build", true);
        proposal.putObject("change").putNull("lever").putNull("value").put("patch", diff.text());
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.putArray("proposals").add(proposal);
        Advice advice = new AnswerReader(choices, 1, SOURCE, model).read(whole.toString());
        Fault.unless(
                !advice.proposals().isEmpty(),
                advice.notes().stream().findFirst().orElse("it proposes nothing"));
        return Optional.of(new Ended(ToolEnd.PROPOSED, "", Optional.of(whole.toString()), isBlind));
    }

    /** What a tool says, on which passages that read like orders are noted. */
    private String shown(String tool, String answer) {
        String clean = Redaction.of(answer.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}&&[^\t\n]]", " "));
        for (String passage : Suspicion.in(clean)) {
            if (suspicions.size() < MAX_PASSAGES) {
                suspicions.add("text in an answer of '" + AnswerReader.shown(tool, AnswerReader.MAX_NAME)
                        + "' reads like an order to a model: '" + passage + "'");
            }
        }
        return clean;
    }

    private static String quoted(String text) {
        return "'" + AnswerReader.shown(Redaction.of(text), MAX_TEXT) + "'";
    }
}
