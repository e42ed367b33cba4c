package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.AskedPacket;
import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.report.PageSections;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.EventLog.Deed;
import dev.amdahl.core.ledger.LedgerFollower;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What waits beside a ledger, and the one place where it is answered. Thread-safe. */
final class Reviews {
    private final LedgerFollower ledger;
    private final ReviewInbox desk;
    private final ReportInputs inputs;
    private final Map<String, AskedPacket> packets = new HashMap<>();
    private Passage passage = new Passage();
    private List<Deed> deeds = new ArrayList<>();
    private @Nullable PageSections sections;
    private String head = "";

    Reviews(ReviewSettings settings) {
        ledger = new LedgerFollower(settings.ledgerUrl(), () -> {
            passage = new Passage();
            deeds = new ArrayList<>();
            return this::take;
        });
        inputs = settings.inputs();
        desk = ReviewInbox.of(settings.ledgerUrl(), settings.keys(), settings.clock());
    }

    /** Returns the ledger as it is now. */
    synchronized LedgerView view() {
        return ledger.view();
    }

    /** Returns what the report says of the ledger, for parts of pages; made again only once the ledger has grown. */
    synchronized PageSections sections(LedgerView view) {
        PageSections known = sections;
        if (known == null || !view.head().equals(head)) {
            known = new PageSections(view, inputs);
            sections = known;
            head = view.head();
        }
        return known;
    }

    private void take(EventLog.Recorded recorded) {
        passage.accept(recorded);
        Deed.of(recorded).ifPresent(deeds::add);
    }

    /** Returns what people did, in order. */
    synchronized List<Deed> deeds() {
        return List.copyOf(deeds);
    }

    /** Returns what the wins save and what that cost. */
    synchronized Accounts accounts(LedgerView view) {
        return Accounts.of(view, inputs.jobs(), passage, Rates.DEFAULT);
    }

    /** Everything that waits, in order of proposal. */
    synchronized List<Item> waiting(LedgerView view) {
        List<Dossier> asked = view.live().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .toList();
        packets.keySet().retainAll(asked.stream().map(Reviews::key).toList());
        Map<String, ReviewAnswer> answers = files().newest();
        return asked.stream().map(dossier -> item(view, dossier, answers)).toList();
    }

    /** Returns what promoted wins teach, by id. */
    synchronized List<RecipeItem> recipes(LedgerView view) {
        List<RecipeStanding> standing = view.recipes().stream()
                .filter(each -> each.recipe().isSupported())
                .toList();
        if (standing.isEmpty()) {
            return List.of();
        }
        Map<String, ReviewAnswer> answers = files().newest();
        return standing.stream().map(each -> recipe(view, each, answers)).toList();
    }

    static List<ReviewSubject> all(List<Item> items, List<RecipeItem> recipes) {
        return Stream.<ReviewSubject>concat(items.stream(), recipes.stream()).toList();
    }

    /** Returns one hypothesis, whether it waits or not. */
    synchronized Optional<Item> item(LedgerView view, String id) {
        return view.dossier(id).map(dossier -> item(view, dossier, files().newest()));
    }

    /** Returns one recipe, whether it waits or not. */
    synchronized Optional<RecipeItem> recipe(LedgerView view, String id) {
        return view.recipes().stream()
                .filter(standing -> standing.recipe().id().equals(id))
                .findFirst()
                .map(standing -> recipe(view, standing, files().newest()));
    }

    /**
     * Returns what a page showed, if it still is so.
     *
     * @throws Refusal if there is none, the ledger holds other evidence by now, or another answer came in between
     */
    synchronized ReviewSubject current(FormSnapshot shown) throws Refusal {
        LedgerView view = view();
        Optional<? extends ReviewSubject> found =
                shown.id().startsWith(Recipe.PREFIX) ? recipe(view, shown.id()) : item(view, shown.id());
        if (found.isEmpty()) {
            throw Refusal.unknown(shown.id());
        }
        ReviewSubject asked = found.get();
        if (!asked.isWaiting()) {
            throw stale("It no longer waits. " + asked.outcome().orElse(""));
        }
        if (!asked.head().equals(shown.head())) {
            throw stale("The evidence has changed since the page was made.");
        }
        if (!asked.seen().equals(shown.seen())) {
            throw stale(asked.answer()
                    .map(answer -> answer.review().by() + " has answered meanwhile.")
                    .orElse("The answer that the page showed is gone."));
        }
        return asked;
    }

    /** Leaves an answer to what a page showed. @throws Refusal as {@link #current} */
    synchronized PendingAnswer answer(FormSnapshot shown, ReviewInbox.Said said) throws Refusal {
        return current(shown).leave(desk, said);
    }

    private static Refusal stale(String why) {
        return new Refusal(409, "Not taken", why + " Nothing was recorded; open the change again.");
    }

    private Item item(LedgerView view, Dossier dossier, Map<String, ReviewAnswer> answers) {
        Optional<ReviewAnswer> answer =
                Optional.ofNullable(answers.get(dossier.id())).filter(given -> given.isTo(dossier));
        Optional<AskedPacket> packet = packet(dossier);
        Optional<ExpectedSaving> saving = ReportText.isWin(dossier)
                        && inputs.job(dossier.hypothesis().family()).isPresent()
                ? sections(view).saving(dossier)
                : Optional.empty();
        return new Item(
                dossier, packet, saving.or(() -> packet.flatMap(AskedPacket::saving)), answer, isSigned(answer, view));
    }

    private RecipeItem recipe(LedgerView view, RecipeStanding standing, Map<String, ReviewAnswer> answers) {
        Recipe recipe = standing.recipe();
        Optional<ReviewAnswer> answer = Optional.ofNullable(answers.get(recipe.id()))
                .filter(given -> given.review().evidenceHead().equals(recipe.digest()))
                .filter(given -> !standing.answer().equals(Optional.of(given.review())));
        return new RecipeItem(standing, answer, isSigned(answer, view));
    }

    private boolean isSigned(Optional<ReviewAnswer> answer, LedgerView view) {
        return answer.filter(given -> files().isSigned(given, view)).isPresent();
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

    private ReviewFiles files() {
        return desk.files();
    }
}
