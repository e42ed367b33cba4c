package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Stopwatch;
import com.google.common.hash.Hashing;
import dev.amdahl.llm.Material;
import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.internal.chat.ChatModelBackend;
import dev.amdahl.llm.internal.chat.Said;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.CallBook.Call;
import dev.amdahl.spi.llm.CallBook.Intent;
import dev.amdahl.spi.llm.CallBook.Ticket;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A conversation with one model, each turn of which is set aside before it is made and settled after it. What goes out holds no secret.
 * A turn that was paid for before, by a process that died or a cycle that ended, is taken from the book. Not thread-safe.
 */
final class Conversation {
    private static final String ROLE = "agent";
    private static final int FRAME_BYTES = 1024;
    /** Each message and each tool has words of its own around it. */
    private static final int EACH_BYTES = 200;

    private final RoutedModel model;
    private final ChatModelBackend backend;
    private final ToolBudget budget;
    private final CallBook book;
    private final String about;
    private final Map<String, String> remembered;
    private final Deadline deadline;
    private final List<ToolSpecification> tools = BenchTools.specifications();
    private final List<ChatMessage> messages = new ArrayList<>();
    private final StringBuilder unsaid = new StringBuilder();
    private final String opening;
    private String digest;
    private long bytes = FRAME_BYTES;
    private LlmUsage usage = LlmUsage.NONE;
    private int turns;

    /**
     * Begins one.
     *
     * @param remembered how earlier ones ended in this process, by their opening: a book without a store keeps nothing
     */
    Conversation(
            RoutedModel model, ToolBudget budget, Briefing briefing, Prompt prompt, Map<String, String> remembered) {
        this.model = model;
        this.backend = (ChatModelBackend) model.backend();
        this.budget = budget;
        this.book = briefing.calls();
        this.about = briefing.job().family();
        this.remembered = remembered;
        deadline = Deadline.in(budget.mostTime());
        String first = prompt.material().text();
        opening = digest(
                String.join("\0", model.name(), prompt.instructions(), tools.toString(), budget.toString(), first));
        digest = opening;
        bytes += tools.toString().getBytes(UTF_8).length;
        add(SystemMessage.from(prompt.instructions()), prompt.instructions());
        add(UserMessage.from(first), first);
    }

    private static String digest(String text) {
        return Hashing.sha256().hashString(text, UTF_8).toString();
    }

    private void add(ChatMessage message, String text) {
        messages.add(message);
        unsaid.append(text).append("\n\n");
        bytes += text.getBytes(UTF_8).length + EACH_BYTES;
    }

    /** Tells what a tool has answered: untrusted. */
    void tell(ToolExecutionRequest call, String answer, int mostCharacters) {
        String title = tools.stream().anyMatch(tool -> tool.name().equals(call.name()))
                ? "answer of " + call.name()
                : "answer of no tool";
        String fenced = Material.empty().with(title, answer, mostCharacters).text();
        add(ToolExecutionResultMessage.from(call, fenced), fenced);
    }

    /** Tells the library's own words. */
    void remind(String words) {
        add(UserMessage.from(words), words);
    }

    LlmUsage usage() {
        return usage;
    }

    int turns() {
        return turns;
    }

    Duration left() {
        return deadline.left();
    }

    boolean isOver() {
        return deadline.isOver();
    }

    /** Returns why there may be no further turn. */
    Optional<ToolEnd> bound() {
        long tokens = usage.inputTokens() + usage.outputTokens();
        if (tokens + bytes + written() > budget.mostTokens()) {
            return Optional.of(ToolEnd.TOKENS);
        }
        double price = model.most(bytes, written());
        if (usage.price() + price > budget.mostMoney() || price > model.mostPrice()) {
            return Optional.of(ToolEnd.MONEY);
        }
        return isOver() ? Optional.of(ToolEnd.TIME) : Optional.empty();
    }

    private int written() {
        return Math.min(budget.mostOutputTokens(), model.mostOutputTokens());
    }

    /**
     * Returns what the model says next.
     *
     * @throws LlmException if it does not, or may not be asked
     */
    AiMessage next() {
        digest = digest(digest + "\0" + unsaid);
        Optional<AiMessage> known = book.answered(digest).flatMap(reply -> {
            Optional<AiMessage> message = SpokenTurn.read(reply.text());
            message.ifPresent(said -> usage = usage.plus(reply.usage()));
            return message;
        });
        AiMessage said = known.orElseGet(this::ask);
        turns++;
        unsaid.setLength(0);
        messages.add(said);
        String kept = SpokenTurn.kept(said);
        bytes += kept.getBytes(UTF_8).length + EACH_BYTES;
        digest = digest(digest + "\0" + kept);
        return said;
    }

    private AiMessage ask() {
        Intent intent = new Intent(
                digest,
                model.name(),
                ROLE,
                about,
                bytes + written(),
                model.most(bytes, written()),
                Optional.empty(),
                model.placeDigest());
        Ticket ticket = book.reserve(intent);
        Duration limit = Stream.of(deadline.left(), ticket.timeLimit().orElse(deadline.left()))
                .min(Duration::compareTo)
                .orElseThrow();
        String sent = (turns == 0 ? "" : "(the conversation goes on)\n\n") + Redaction.of(unsaid.toString());
        Stopwatch clock = Stopwatch.createStarted();
        try {
            Said said = backend.converse(messages, tools, written(), limit);
            LlmUsage spent = priced(said.usage());
            usage = usage.plus(spent);
            String kept = SpokenTurn.kept(said.message());
            LlmReply reply = new LlmReply(kept, said.model(), spent);
            book.settle(
                    new Call(ticket.id(), intent, sent, Optional.of(reply), Optional.empty(), spent, clock.elapsed()));
            return SpokenTurn.read(kept).orElseThrow();
        } catch (LlmException failed) {
            LlmUsage spent = priced(failed.usage());
            usage = usage.plus(spent);
            book.settle(new Call(
                    ticket.id(), intent, sent, Optional.empty(), Optional.of(failed.reason()), spent, clock.elapsed()));
            throw new LlmException(failed.reason(), Redaction.of(String.valueOf(failed.getMessage())), spent, failed);
        }
    }

    private LlmUsage priced(LlmUsage used) {
        return used.price() > 0
                ? used
                : new LlmUsage(used.inputTokens(), used.cachedTokens(), used.outputTokens(), model.price(used));
    }

    /** Returns how the same conversation ended before; empty if it did not. */
    Optional<String> ended() {
        return Optional.ofNullable(remembered.get(opening))
                .or(() -> book.answered(endOf(opening)).map(LlmReply::text));
    }

    /** Keeps how it ended, so that the same briefing is not worked on again; a book that takes no more has it worked on again. */
    void end(String how) {
        remembered.put(opening, how);
        try {
            Intent intent = new Intent(endOf(opening), model.name(), ROLE, about, 0, 0);
            Ticket ticket = book.reserve(intent);
            LlmReply reply = new LlmReply(how, model.name(), LlmUsage.NONE);
            book.settle(new Call(
                    ticket.id(),
                    intent,
                    "(the end of the conversation)",
                    Optional.of(reply),
                    Optional.empty(),
                    LlmUsage.NONE,
                    Duration.ZERO));
        } catch (LlmException full) {
            if (full.reason() != Reason.NOT_ALLOWED) {
                throw full;
            }
        }
    }

    private static String endOf(String opening) {
        return digest("the end of " + opening);
    }
}
