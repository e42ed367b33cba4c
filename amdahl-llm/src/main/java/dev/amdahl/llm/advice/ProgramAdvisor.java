package dev.amdahl.llm.advice;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.llm.internal.agent.WorkingProgram;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.llm.route.Router;
import dev.amdahl.llm.route.RouterSettings;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lets a program such as {@code claude} or {@code codex} work with its own tools in a work tree of the job, in a sandbox, and proposes what it
 * changed there, if the job's tests pass. Its run is one call of a model in the book: set aside, bounded, settled, kept, and not paid for twice.
 * Thread-safe.
 */
public final class ProgramAdvisor implements Advisor {
    private static final String INSTRUCTIONS = Prompt.read("program.txt");
    private static final String ROLE = "advisor";
    /** Before the name of the model. */
    private static final String SOURCE = "program:";

    private static final String NOTHING = "nothing";
    private static final int OUTPUT_TOKENS = 1 << 15;
    private static final int MAX_WHY = 300;
    private static final Set<Workbench.End> BAD = EnumSet.of(
            Workbench.End.FAILED, Workbench.End.NOT_BUILT, Workbench.End.TIME_LIMIT, Workbench.End.RESOURCES);

    private final WorkingProgram program;
    private final AdvisorSettings settings;

    ProgramAdvisor(WorkingProgram program, AdvisorSettings settings) {
        this.program = requireNonNull(program);
        this.settings = requireNonNull(settings);
    }

    @Override
    public Optional<String> proposer() {
        return Optional.of(program.in(Optional::empty).name());
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        return advise(briefing).proposals();
    }

    @Override
    public Advice advise(Briefing briefing) {
        Choices choices = Choices.of(briefing).withoutFiles();
        Optional<Advice> unasked = LlmAdvisor.unasked(briefing, choices.isEditable());
        if (unasked.isPresent()) {
            return unasked.get();
        }
        String schema = choices.claimSchema();
        Prompt prompt = Prompt.of(INSTRUCTIONS, schema, new Sections(briefing, choices).all(List.of()), settings);
        LlmQuestion question = new LlmQuestion(
                ROLE,
                briefing.job().family(),
                prompt.instructions(),
                prompt.material(),
                Optional.of(schema),
                settings.stakes(),
                OUTPUT_TOKENS,
                program.time());
        try {
            return read(router(briefing).ask(question, briefing.calls()), choices);
        } catch (LlmException none) {
            return Advice.none("no change by a program (" + none.reason() + "), rules go on: " + none.getMessage());
        }
    }

    /** A router of one call: what it may cost is set aside, and the program works on a tree of this job. */
    private Router router(Briefing briefing) {
        RoutedModel model = RoutedModel.of(program.in(briefing::workbench), program.prices())
                .withMostOutputTokens(OUTPUT_TOKENS)
                .withOwnTokens(program.tokens());
        return new Router(RouterSettings.builder()
                .tier("only", model)
                .mostPrice(Double.POSITIVE_INFINITY)
                .mostTime(program.time())
                .build());
    }

    private Advice read(LlmReply reply, Choices choices) {
        JsonNode work;
        try {
            work = AnswerReader.JSON.readTree(reply.text());
        } catch (JsonProcessingException cut) {
            return Advice.none("what is kept of the program's work is not JSON: " + cut.getOriginalMessage());
        }
        List<String> notes = new ArrayList<>();
        work.path("notes")
                .forEach(note -> notes.add(
                        "of the program that worked on the source: " + AnswerReader.shown(note.asText(), MAX_WHY)));
        String patch = work.path("patch").asText();
        JsonNode claim = work.path("claim");
        if (patch.isBlank()) {
            String why = claim.path(NOTHING).isTextual() ? claim.path(NOTHING).asText() : claim.asText();
            notes.add("the program found nothing: '" + AnswerReader.shown(why, MAX_WHY) + "'");
            return new Advice(List.of(), notes);
        }
        String tests = work.path("tests").asText();
        if (BAD.stream().anyMatch(end -> end.name().equals(tests))) {
            notes.add("the program's change is not proposed, as its tests ended with " + tests + ": '"
                    + AnswerReader.shown(work.path("output").asText(), MAX_WHY) + "'");
            return new Advice(List.of(), notes);
        }
        Advice advice = new AnswerReader(choices, 1, SOURCE, reply.model()).read(answer(claim, patch));
        List<Proposal> proposals = advice.proposals().stream()
                .map(proposal -> ToolSession.objecting(proposal, notes))
                .toList();
        return new Advice(
                proposals,
                Stream.concat(notes.stream(), advice.notes().stream()).toList());
    }

    /** The answer that a model gives who writes the patch itself. */
    private static String answer(JsonNode claim, String patch) {
        ObjectNode answer = AnswerReader.JSON.createObjectNode();
        ObjectNode proposal = answer.putArray("proposals").addObject();
        claim.properties().stream()
                .filter(field -> !field.getKey().equals(NOTHING))
                .forEach(field -> proposal.set(field.getKey(), field.getValue()));
        proposal.put("needs_build", true);
        proposal.putObject("change").put("patch", patch).putNull("lever").putNull("value");
        return answer.toString();
    }
}
