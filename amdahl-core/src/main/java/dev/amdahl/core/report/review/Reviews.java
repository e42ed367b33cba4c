package dev.amdahl.core.report.review;

import static java.util.stream.Collectors.toMap;

import dev.amdahl.core.ledger.LedgerFollower;
import dev.amdahl.core.ledger.review.AskedPacket;
import dev.amdahl.core.ledger.review.LeftAnswer;
import dev.amdahl.core.ledger.review.ReviewAnswer;
import dev.amdahl.core.ledger.review.ReviewDesk;
import dev.amdahl.core.ledger.review.ReviewFiles;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What waits beside a ledger, and the one place where it is answered. Thread-safe. */
final class Reviews {
    private final LedgerFollower ledger;
    private final ReviewDesk desk;
    private final Map<String, AskedPacket> packets = new HashMap<>();

    Reviews(ReviewSettings settings) {
        ledger = new LedgerFollower(settings.ledgerUrl());
        desk = ReviewDesk.of(settings.ledgerUrl(), settings.keys(), settings.clock());
    }

    /** The ledger as it is now. */
    LedgerView view() {
        return ledger.view();
    }

    /** Everything that waits, in order of proposal. */
    synchronized List<Item> waiting(LedgerView view) {
        List<Dossier> asked = view.live().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .toList();
        packets.keySet().retainAll(asked.stream().map(Reviews::key).toList());
        Map<String, ReviewAnswer> answers = answers();
        Map<String, String> keys = keys(view);
        return asked.stream().map(dossier -> item(dossier, answers, keys)).toList();
    }

    /** One hypothesis, whether it waits or not. */
    synchronized Optional<Item> item(LedgerView view, String id) {
        return view.dossier(id).map(dossier -> item(dossier, answers(), keys(view)));
    }

    /**
     * Leaves an answer to what a page showed.
     *
     * @param head the evidence that it showed
     * @param seen the answer that it showed, as {@link Item#seen} says it
     * @throws Refusal if the ledger holds other evidence by now, or another answer came in between
     */
    synchronized LeftAnswer answer(String id, String head, String seen, ReviewDesk.Said said) throws Refusal {
        Item item = item(view(), id).orElseThrow(() -> Refusal.unknown(id));
        if (!item.isWaiting()) {
            throw stale("It does not wait any more: " + item.dossier().reason() + ".");
        }
        if (!item.dossier().evidenceHead().equals(head)) {
            throw stale("The evidence has changed since the page was made.");
        }
        if (!item.seen().equals(seen)) {
            throw stale(item.answer()
                    .map(answer -> answer.review().by() + " has answered meanwhile.")
                    .orElse("The answer that the page showed is gone."));
        }
        return desk.answer(item.dossier(), said);
    }

    private static Refusal stale(String why) {
        return new Refusal(409, "Not taken", why + " Nothing was recorded; open the change again.");
    }

    private Item item(Dossier dossier, Map<String, ReviewAnswer> answers, Map<String, String> keys) {
        Optional<ReviewAnswer> answer = Optional.ofNullable(answers.get(dossier.id()))
                .filter(given -> dossier.state() == HypothesisState.IN_REVIEW
                        && given.review().evidenceHead().equals(dossier.evidenceHead()));
        boolean isSigned = answer.filter(given ->
                        given.isSignedWith(keys.getOrDefault(given.review().by(), "")))
                .isPresent();
        return new Item(dossier, packet(dossier), answer, isSigned);
    }

    private Optional<AskedPacket> packet(Dossier dossier) {
        if (dossier.state() != HypothesisState.IN_REVIEW) {
            return files().packet(dossier.id());
        }
        Optional<AskedPacket> known = Optional.ofNullable(packets.get(key(dossier)))
                .or(() -> files().packet(dossier.id()))
                .filter(packet -> packet.evidenceHead().equals(dossier.evidenceHead()));
        known.ifPresent(packet -> packets.put(key(dossier), packet));
        return known;
    }

    private static String key(Dossier dossier) {
        return dossier.evidenceHead() + " " + dossier.id();
    }

    /** The newest answer to each review. */
    private Map<String, ReviewAnswer> answers() {
        return files().answers().stream()
                .collect(toMap(answer -> answer.review().id(), answer -> answer, (earlier, later) -> later));
    }

    private Map<String, String> keys(LedgerView view) {
        Map<String, String> keys = new HashMap<>(files().offeredKeys());
        keys.putAll(view.reviewerKeys());
        return keys;
    }

    private ReviewFiles files() {
        return desk.files();
    }
}
