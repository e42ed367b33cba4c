package dev.amdahl.core.internal.report.review;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.amdahl.core.internal.ledger.review.ChangeFile;
import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The review page of a ledger: lists what waits, shows the packet of each change, takes signed answers, follows what runs. It opens no
 * embedded database and changes nothing but files of answers, by POST. Thread-safe.
 */
public final class ReviewPage implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ReviewPage.class);

    private static final String METRICS = "metrics";

    private final ReviewSettings settings;
    private final Reviews reviews;
    private final Access access;
    private final Optional<Access> monitors;
    private final Origins origins;
    private final FormTokens tokens;

    private ReviewPage(ReviewSettings settings) {
        this.settings = settings;
        reviews = new Reviews(settings);
        access = Access.of(settings.token());
        monitors = settings.metricsToken().map(Access::of);
        origins = new Origins(settings.hosts());
        tokens = new FormTokens(settings.clock());
    }

    /**
     * Returns a handler for a context of a host's own server. The server needs an executor of several threads; its first address is the context's
     * path with {@code ?token=} and {@link ReviewSettings#token}.
     *
     * @throws InvalidInputException if the ledger lies in memory
     */
    public static HttpHandler handler(ReviewSettings settings) {
        return new ReviewPage(requireNonNull(settings));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            reply(exchange).send(exchange);
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        try {
            return routed(exchange);
        } catch (Refusal refusal) {
            return refusal.reply();
        } catch (AmdahlException e) {
            LOG.warn("review page: {}", e.getMessage());
            return Reply.page(503, Frame.notice("The ledger cannot be read now", String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            LOG.error("review page", e);
            return Reply.page(500, Frame.notice("Internal error", "See the log of the server."));
        }
    }

    private Reply routed(HttpExchange exchange) throws Refusal, IOException {
        origins.check(exchange, access.hasToken(exchange));
        String context = exchange.getHttpContext().getPath();
        String base = context.endsWith("/") ? context : context + "/";
        String path = exchange.getRequestURI().getPath();
        boolean isRead = exchange.getRequestMethod().equals("GET")
                || exchange.getRequestMethod().equals("HEAD");
        if (isRead
                && path.equals(base)
                && access.isToken(Fields.ofQuery(exchange).get("token"))) {
            return Reply.redirect(base).with("Set-Cookie", access.setting(exchange, base));
        }
        boolean isMonitor = path.equals(base + METRICS)
                && monitors.filter(monitor -> monitor.hasToken(exchange)).isPresent();
        if (!access.admits(exchange) && !isMonitor) {
            throw new Refusal(
                    401,
                    "Who are you?",
                    "Open the address that the server printed when it started; it holds the token.");
        }
        if (path.equals(context) && !path.equals(base)) {
            return Reply.redirect(base);
        }
        String place = path.startsWith(base) ? path.substring(base.length()) : "?";
        boolean isAnswer = place.equals("answer");
        if (isAnswer ? !exchange.getRequestMethod().equals("POST") : !isRead) {
            return new Refusal(405, "Not this way", "This address takes " + (isAnswer ? "POST" : "GET") + ".")
                    .reply()
                    .with("Allow", isAnswer ? "POST" : "GET, HEAD");
        }
        return isAnswer ? answer(Fields.ofBody(exchange)) : page(place, Fields.ofQuery(exchange));
    }

    private Reply page(String place, Fields query) throws Refusal {
        LedgerView view = reviews.view();
        return switch (place) {
            case "" -> Reply.page(200, ListPage.of(view, reviews.waiting(view), reviews.recipes(view)));
            case "live" ->
                Reply.page(
                        200,
                        RunningSection.of(view, Reviews.all(reviews.waiting(view), reviews.recipes(view)))
                                .toString());
            case "item" -> asked(200, view, item(view, query), decided(query), "");
            case "recipe" -> {
                String id = query.require("id");
                RecipeItem recipe = reviews.recipe(view, id).orElseThrow(() -> Refusal.unknown(id));
                yield asked(200, view, recipe, decided(query), "");
            }
            case "change" -> {
                ChangeFile file = ChangeFile.of(item(view, query).dossier().hypothesis());
                yield Reply.file(file.name(), file.text());
            }
            case METRICS ->
                Reply.metrics(settings.metrics()
                        .orElseThrow(() -> new Refusal(404, "Not found", "There are no metrics here."))
                        .apply(view));
            default -> throw new Refusal(404, "Not found", "There is no such page.");
        };
    }

    /** What the form begins with: a decision that a link took. */
    private static Fields decided(Fields query) {
        return new Fields(Map.of("decision", query.get("decision")));
    }

    private Item item(LedgerView view, Fields fields) throws Refusal {
        String id = fields.require("id");
        return reviews.item(view, id).orElseThrow(() -> Refusal.unknown(id));
    }

    private Reply asked(int status, LedgerView view, ReviewSubject asked, Fields given, String error) {
        Optional<AnswerForm> form = asked.isWaiting()
                ? Optional.of(new AnswerForm(
                        tokens.issue(FormSnapshot.of(asked).subject()),
                        ReviewKeys.names(settings.keys()),
                        given,
                        error))
                : Optional.empty();
        return Reply.page(status, asked.shown(view, form));
    }

    /** What is not so any more is told before the form is looked at: its token is for what it showed. */
    private Reply answer(Fields form) throws Refusal {
        FormSnapshot shown = FormSnapshot.of(form);
        String token = form.require("form");
        ReviewSubject asked = reviews.current(shown);
        tokens.use(token, shown.subject());
        try {
            PendingAnswer left = reviews.answer(shown, said(form, asked));
            LOG.info("review page: {}", left.said());
            boolean takesFile = form.get("decision").equals(AnswerForm.APPROVE_WITH_FILE);
            return Reply.redirect(ReviewText.place(asked.page(), asked.id()) + (takesFile ? "#file" : ""));
        } catch (InvalidInputException e) {
            return asked(422, reviews.view(), reviews.current(shown), form, "Not sent. " + e.getMessage() + ".");
        }
    }

    private static ReviewInbox.Said said(Fields form, ReviewSubject asked) {
        String decision = form.get("decision");
        boolean isApproval = decision.equals(AnswerForm.APPROVE)
                || (decision.equals(AnswerForm.APPROVE_WITH_FILE)
                        && asked.extras().contains(ReviewSubject.Extra.FILE));
        if (!isApproval && !decision.equals(AnswerForm.DECLINE)) {
            throw new InvalidInputException("decision", "is missing", "choose one");
        }
        return new ReviewInbox.Said(
                isApproval,
                form.get("by").strip(),
                text(form, "reason"),
                minutes(form.get("minutes")),
                text(form, "audit"));
    }

    private static String text(Fields form, String name) {
        return form.get(name).replace("\r\n", "\n").strip();
    }

    private static OptionalDouble minutes(String text) {
        try {
            return text.isBlank() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new InvalidInputException("minutes", "were '" + text + "'", "give a number, or nothing", e);
        }
    }
}
