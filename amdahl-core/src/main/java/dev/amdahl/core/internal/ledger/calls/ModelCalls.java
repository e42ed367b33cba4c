package dev.amdahl.core.internal.ledger.calls;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.ledger.state.CallRules;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.BudgetExceededException;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.ModelCall.Purpose;
import dev.amdahl.core.ledger.entry.ModelCall.Standing;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asking models within the budget: set aside before the call, settle after it, keep what was said. A call whose end is not known stays
 * set aside, and costs what was set aside once it is given up. Thread-safe where its desk is used by it alone meanwhile.
 */
public final class ModelCalls implements CallBook {
    private static final Set<Reason> WORTH_NO_THIRD_CALL =
            EnumSet.of(Reason.REFUSAL, Reason.TRUNCATED, Reason.OFF_SCHEMA, Reason.PROTOCOL, Reason.REJECTED);
    private static final int MAX_FAILURES = 2;
    /** The role of one that works with tools, and how the source of what it proposes begins. */
    private static final String AGENT = "agent";

    private static final Duration MIN_DURATION = Duration.ofSeconds(1);

    private final CallContext desk;
    private final CallPolicy policy;
    private final CallIds ids;
    private final KeptReplies replies;
    private Duration used = Duration.ZERO;
    private Optional<String> answer = Optional.empty();
    private Optional<String> proposer = Optional.empty();

    /** Calls that are booked at a desk, within one cycle. */
    public ModelCalls(CallContext desk, CallPolicy policy) {
        this(desk, policy, CallIds.OF_A_CYCLE);
    }

    /** Calls that are booked under a lease, without a cycle. */
    public ModelCalls(Lease lease, CallPolicy policy, Consumer<String> notes) {
        this(new LeaseCallContext(lease, notes), policy);
    }

    public ModelCalls(CallContext desk, CallPolicy policy, CallIds ids) {
        this.desk = requireNonNull(desk);
        this.policy = requireNonNull(policy);
        this.ids = ids;
        this.replies = new KeptReplies(desk);
    }

    @Override
    public synchronized Optional<LlmReply> answered(String question) {
        Optional<ModelCall> last = desk.view().callsOf(question).stream()
                .filter(call ->
                        call.outcome().filter(ModelCall.Outcome::isAnswer).isPresent())
                .reduce((earlier, later) -> later);
        Optional<LlmReply> reply = last.flatMap(replies::read);
        reply.ifPresent(known -> answer = last.map(ModelCall::id));
        return reply;
    }

    /** From now on, calls are booked on this proposer; on none where it is empty. */
    public synchronized void asking(Optional<String> who) {
        proposer = who;
    }

    /** From now on, answers are those to another question. */
    public synchronized void forgetAnswer() {
        answer = Optional.empty();
    }

    /** Keeps what became of the newest answer, if there was one since the question began: what was left out of it, and why. */
    public synchronized void keep(List<String> notes) {
        if (!notes.isEmpty()) {
            answer.flatMap(call -> replies.notes(call, notes)).ifPresent(entry -> desk.commit(List.of(entry)));
        }
    }

    @Override
    public synchronized Ticket reserve(Intent intent) {
        Duration left = policy.perCycle().minus(used);
        if (left.compareTo(MIN_DURATION) < 0) {
            throw notAllowed(
                    "models have taken " + used.toSeconds() + " s of this cycle, which may give them "
                            + policy.perCycle().toSeconds() + " s; the next cycle asks again",
                    null);
        }
        requireNoRepeatedFailure(intent);
        requireUnderCap(intent);
        requireUnderDay(intent);
        String id = ids.next(desk, policy);
        try {
            desk.commit(List.of(new Entry.CallReserved(
                    id,
                    intent.model(),
                    intent.about(),
                    intent.tokens(),
                    intent.price(),
                    Optional.of(purpose(intent)))));
        } catch (BudgetExceededException refusal) {
            refused(intent, String.valueOf(refusal.getMessage()));
            throw notAllowed(String.valueOf(refusal.getMessage()), refusal);
        }
        FailPoints.hit(FailPoint.CALL_RESERVED);
        return new Ticket(id, alerts(), Optional.of(policy.each().compareTo(left) < 0 ? policy.each() : left));
    }

    private void requireNoRepeatedFailure(Intent intent) {
        List<Reason> failures = desk.view().callsOf(intent.question()).stream()
                .filter(call ->
                        call.model().equals(intent.model()) && call.place().equals(intent.place()))
                .flatMap(call -> call.outcome().flatMap(ModelCall.Outcome::failure).stream())
                .flatMap(name -> WORTH_NO_THIRD_CALL.stream()
                        .filter(reason -> reason.name().equals(name)))
                .toList();
        if (failures.size() >= MAX_FAILURES) {
            throw new LlmException(
                    failures.get(failures.size() - 1),
                    intent.model() + " has failed " + failures.size()
                            + " times on this very question; it is asked again once the evidence has changed, or its address",
                    LlmUsage.NONE,
                    null);
        }
    }

    /** What an agent took on the way to a hypothesis counts for it, from the first turn on. */
    private void requireUnderCap(Intent intent) {
        Optional<Dossier> dossier = desk.view().dossier(intent.about());
        if (dossier.isEmpty() && !intent.role().equals(AGENT)) {
            return;
        }
        long so = dossier.map(this::taken).orElseGet(() -> ofAgent(intent.about(), desk.now(), false));
        if (so + intent.tokens() > policy.tokensPerHypothesis()) {
            String reason = (dossier.isPresent() ? "hypothesis " : "what an agent works on for ") + intent.about()
                    + " may take " + policy.tokensPerHypothesis() + " tokens: " + so + " used or reserved, "
                    + intent.tokens() + " more may be needed";
            refused(intent, reason);
            throw notAllowed(reason, null);
        }
    }

    private long taken(Dossier dossier) {
        Hypothesis hypothesis = dossier.hypothesis();
        long own = desk.view().callsAbout(dossier.id()).stream()
                .filter(call -> call.standing() != Standing.REFUSED)
                .mapToLong(ModelCall::tokens)
                .sum();
        return hypothesis.provenance().source().startsWith(AGENT + ":")
                ? own + ofAgent(hypothesis.family(), dossier.proposedAt(), true)
                : own;
    }

    /** Tokens of its newest work on a family until a moment: of what has ended, or of what goes on. A call of no tokens ends it. */
    private long ofAgent(String family, Instant until, boolean hasEnded) {
        long going = 0;
        long ended = 0;
        for (ModelCall call : desk.view().callsAbout(family)) {
            if (call.standing() != Standing.REFUSED
                    && call.role().equals(AGENT)
                    && !call.at().isAfter(until)) {
                ended = call.tokens() == 0 ? going : ended;
                going = call.tokens() == 0 ? 0 : going + call.tokens();
            }
        }
        return hasEnded ? ended : going;
    }

    /** Where no budget bounds the tokens of a day, a usual bound does: whoever wants more says so. */
    private void requireUnderDay(Intent intent) {
        Balance balance = desk.view().balance().on(day(desk.now()));
        double used = balance.today().used().tokens();
        if (Double.isInfinite(balance.budget().perDay().tokens())
                && Double.isInfinite(balance.budget().total().tokens())
                && used + intent.tokens() > policy.tokensPerDay()) {
            String reason = String.format(
                    Locale.ROOT,
                    "without a budget of tokens, models may take %d a day: %.0f used or reserved, %d more may be"
                            + " needed; allow more with budget: {per_day: {tokens: N}}",
                    policy.tokensPerDay(),
                    used,
                    intent.tokens());
            refused(intent, reason);
            throw notAllowed(reason, null);
        }
    }

    private static LlmException notAllowed(String reason, @Nullable Throwable cause) {
        return new LlmException(Reason.NOT_ALLOWED, reason, LlmUsage.NONE, cause);
    }

    /** Recorded once a day for each role and subject. */
    @Override
    public synchronized void refused(Intent intent, String reason) {
        desk.note("a call of " + intent.model() + " about " + intent.about() + " was refused: " + reason);
        boolean isRecorded = desk.view()
                .call(CallRules.refusal(intent.role(), intent.about()))
                .filter(before -> !day(before.at()).isBefore(day(desk.now())))
                .isPresent();
        if (!isRecorded) {
            desk.commit(List.of(new Entry.CallRefused(
                    intent.model(), intent.about(), purpose(intent), intent.tokens(), intent.price(), reason)));
        }
    }

    private static LocalDate day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    private Purpose purpose(Intent intent) {
        return new Purpose(
                intent.role(),
                intent.question(),
                intent.escalation(),
                Optional.of(intent.place()).filter(place -> !place.isEmpty()),
                proposer);
    }

    @Override
    public synchronized List<String> settle(Call call) {
        used = used.plus(call.latency());
        KeptReplies.Kept kept = replies.keep(call);
        BookedUsage booked = BookedUsage.of(call);
        booked.note().ifPresent(desk::note);
        LlmUsage usage = booked.usage();
        List<Entry> entries = new ArrayList<>(kept.entries());
        entries.add(new Entry.CallSettled(
                call.ticket(),
                usage.inputTokens(),
                usage.outputTokens(),
                usage.price(),
                Optional.of(new ModelCall.Outcome(
                        usage.cachedTokens(),
                        call.latency().toMillis() / 1000.0,
                        call.failure().map(Reason::name),
                        kept.prompt(),
                        kept.reply(),
                        call.isAnswer(),
                        call.unrouted()))));
        desk.commit(entries);
        if (call.isAnswer()) {
            answer = Optional.of(call.ticket());
        }
        return alerts();
    }

    /**
     * Gives up calls whose end is not known, after a crash: each may have been billed, so it is booked as it was set aside. One that a
     * process between cycles may still wait for is left to it.
     */
    public synchronized void settleUnknown() {
        List<Entry> entries = new ArrayList<>();
        desk.view()
                .reservations()
                .forEach((key, reservation) -> CallRules.call(key)
                        .filter(id -> CallIds.isGivenUp(id, desk.now()))
                        .ifPresent(id -> entries.add(new Entry.CallSettled(
                                id,
                                reservation.amounts().tokens(),
                                0,
                                reservation.amounts().tokenMoney(),
                                Optional.empty()))));
        if (!entries.isEmpty()) {
            desk.commit(entries);
        }
    }

    private List<String> alerts() {
        List<String> alerts = desk.view().balance().alerts();
        alerts.forEach(desk::note);
        return alerts;
    }
}
