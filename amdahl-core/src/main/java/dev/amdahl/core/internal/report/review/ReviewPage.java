package dev.amdahl.core.internal.report.review;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.amdahl.core.internal.ledger.review.ChangeFile;
import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.internal.report.PageSections;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.review.ReviewSettings.Action;
import dev.amdahl.core.internal.report.review.ReviewSettings.Operator;
import dev.amdahl.core.internal.report.review.ReviewSettings.Role;
import dev.amdahl.core.internal.report.review.ReviewSettings.User;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control room of a ledger: what waits, runs, won and was tried, the packet of each change, answers and the word of operators. It
 * opens no embedded database itself and changes nothing but files of answers, by POST. Thread-safe.
 */
public final class ReviewPage implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ReviewPage.class);
    private static final int MAX_REFUSED = 100;
    private static final int HOME_WINS = 8;
    private static final String METRICS = "metrics";

    private final ReviewSettings settings;
    private final Reviews reviews;
    private final Overview overview;
    private final TraceViews traces;
    private final Access access;
    private final Access monitors;
    private final Origins origins;
    private final FormTokens tokens;
    private final Deque<AuditPage.Refused> refused = new ArrayDeque<>();
    private final List<Route> routes;

    private ReviewPage(ReviewSettings settings) {
        this.settings = settings;
        reviews = new Reviews(settings);
        overview = new Overview(view -> overview(view, reviews.sections(view)));
        traces = new TraceViews(settings);
        access = new Access(settings.users());
        monitors = new Access(settings.monitors());
        origins = new Origins(settings.hosts());
        tokens = new FormTokens(settings.clock());
        routes = routes();
    }

    /** Every address, and what it takes. */
    private List<Route> routes() {
        return List.of(
                Route.get("", this::home),
                Route.get("review", call -> page(call, this::list)),
                Route.get("live", call -> Reply.page(200, live(reviews.view()).toString())),
                Route.get("runs", call -> page(call, view -> RunsPage.of(view, asked(view)))),
                Route.get("wins", call -> page(call, this::wins)),
                Route.get("jobs", call -> page(call, this::jobs)),
                Route.get("ledger", call -> page(call, view -> LedgerPage.of(view, call.query()))),
                Route.get("audit", call -> page(call, view -> audit(view, call.query()))),
                Route.get("hypothesis", this::hypothesis),
                Route.get("hypothesis/", call -> pretty("hypothesis", call)),
                Route.get("item", this::hypothesis),
                Route.get("recipe", this::recipe),
                Route.get("change", this::change),
                Route.get("trace", this::trace),
                Route.get("trace/", call -> pretty("trace", call)),
                Route.get(METRICS, call -> metrics()),
                Route.post("answer", Role.APPROVE, this::answer),
                Route.post("steer", Role.OPERATE, this::steer));
    }

    /** What of a ledger a page shows. */
    private interface Shown {
        Page of(LedgerView view) throws Refusal;
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
            LOG.warn("control room: {}", e.getMessage());
            return Reply.page(503, Frame.notice("The ledger cannot be read now", String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            LOG.error("control room", e);
            return Reply.page(500, Frame.notice("Internal error", "See the log of the server."));
        }
    }

    private Reply routed(HttpExchange exchange) throws Refusal, IOException {
        origins.check(exchange, access.program(exchange).isPresent());
        String context = exchange.getHttpContext().getPath();
        String base = context.endsWith("/") ? context : context + "/";
        String path = exchange.getRequestURI().getPath();
        Optional<User> entering = entering(exchange, base, path);
        if (entering.isPresent()) {
            return Reply.redirect(base).with("Set-Cookie", access.setting(exchange, base, entering.get()));
        }
        Optional<User> user = access.caller(exchange)
                .or(() -> path.equals(base + METRICS) ? monitors.program(exchange) : Optional.empty());
        if (user.isEmpty()) {
            return SignIn.page(settings.hasUsers(), base);
        }
        if (path.equals(context) && !path.equals(base)) {
            return Reply.redirect(base);
        }
        String place = path.startsWith(base) ? path.substring(base.length()) : "?";
        Route route = routes.stream()
                .filter(known -> known.leadsTo(place))
                .findFirst()
                .orElseThrow(() -> new Refusal(404, "Not found", "There is no such page.", base));
        if (!route.takes(exchange.getRequestMethod())) {
            return new Refusal(405, "Not this way", "This address takes " + route.methods() + ".", base)
                    .reply()
                    .with("Allow", route.methods());
        }
        requireRole(user.get(), route);
        return route.answer()
                .to(new Call(
                        exchange,
                        base,
                        user.get(),
                        place.substring(route.place().length())));
    }

    /** Returns who shows a token for the first time: in the address of the home page, or in the form for it. */
    private Optional<User> entering(HttpExchange exchange, String base, String path) throws Refusal, IOException {
        boolean isForm =
                path.equals(base + SignIn.PLACE) && exchange.getRequestMethod().equals("POST") && settings.hasUsers();
        boolean isRead = exchange.getRequestMethod().equals("GET")
                || exchange.getRequestMethod().equals("HEAD");
        if (!isForm && !(isRead && path.equals(base))) {
            return Optional.empty();
        }
        return access.holder((isForm ? Fields.ofBody(exchange) : Fields.ofQuery(exchange)).get("token"));
    }

    private void requireRole(User user, Route route) throws Refusal {
        if (user.role().covers(route.role())) {
            return;
        }
        String said =
                "POST " + route.place() + " takes the role " + route.role().word();
        LOG.warn("control room: refused {} ({}): {}", user.name(), user.role().word(), said);
        synchronized (refused) {
            refused.addFirst(new AuditPage.Refused(settings.clock().instant(), user.name(), said));
            while (refused.size() > MAX_REFUSED) {
                refused.removeLast();
            }
        }
        throw new Refusal(
                403,
                "Not your role",
                "Your role is " + user.role().word() + ", and this needs the role "
                        + route.role().word() + "; nothing was recorded.");
    }

    private Reply page(Call call, Shown shown) throws Refusal {
        return Reply.page(200, Frame.page(shown.of(reviews.view()), call.user()));
    }

    private Reply home(Call call) throws Refusal {
        return page(call, view -> HomePage.of(view, reviews.waiting(view), reviews.recipes(view), overview.of(view)));
    }

    private Page list(LedgerView view) {
        return ListPage.of(view, reviews.waiting(view), reviews.recipes(view));
    }

    private Markup live(LedgerView view) {
        return RunningSection.of(view, asked(view));
    }

    private List<ReviewSubject> asked(LedgerView view) {
        return Reviews.all(reviews.waiting(view), reviews.recipes(view));
    }

    private Markup overview(LedgerView view, PageSections sections) {
        Markup page = new Markup();
        sections.wins(page, HOME_WINS, "wins", ReviewPage::place);
        sections.waste(page, "jobs");
        sections.accounts(page, reviews.accounts(view));
        return page;
    }

    private Page wins(LedgerView view) {
        Markup page = new Markup();
        ListPage.head(page, "Wins", view);
        reviews.sections(view).wins(page, Integer.MAX_VALUE, "wins", ReviewPage::place);
        return Page.of("Wins", page);
    }

    private Page jobs(LedgerView view) {
        Markup page = new Markup();
        ListPage.head(page, "Jobs", view);
        PageSections sections = reviews.sections(view);
        sections.waste(page, "");
        sections.jobs(page);
        return Page.of("Jobs", page);
    }

    private Page audit(LedgerView view, Fields query) throws Refusal {
        List<AuditPage.Refused> calls;
        synchronized (refused) {
            calls = List.copyOf(refused);
        }
        return AuditPage.of(view, reviews.deeds(), calls, query);
    }

    private static String place(String hypothesis) {
        return ReviewText.place("hypothesis", hypothesis);
    }

    /** An address that people write leads to the one that pages link to, from which all links of a page are right. */
    private static Reply pretty(String place, Call call) {
        return Reply.redirect(call.base() + ReviewText.place(place, call.rest()));
    }

    private Reply trace(Call call) throws Refusal {
        return traces.page(reviews.view(), call.query().require("id"), call.user());
    }

    private Item item(LedgerView view, Fields fields) throws Refusal {
        String id = fields.require("id");
        return reviews.item(view, id).orElseThrow(() -> Refusal.unknown(id));
    }

    private Reply change(Call call) throws Refusal {
        ChangeFile file =
                ChangeFile.of(item(reviews.view(), call.query()).dossier().hypothesis());
        return Reply.file(file.name(), file.text());
    }

    private Reply hypothesis(Call call) throws Refusal {
        LedgerView view = reviews.view();
        return asked(200, call.user(), view, item(view, call.query()), decided(call.query()), "");
    }

    private Reply recipe(Call call) throws Refusal {
        LedgerView view = reviews.view();
        String id = call.query().require("id");
        RecipeItem recipe = reviews.recipe(view, id).orElseThrow(() -> Refusal.unknown(id));
        return asked(200, call.user(), view, recipe, decided(call.query()), "");
    }

    private Reply metrics() throws Refusal {
        return Reply.metrics(settings.metrics()
                .orElseThrow(() -> new Refusal(404, "Not found", "There are no metrics here."))
                .apply(reviews.view()));
    }

    /** What the form begins with: a decision that a link took. */
    private static Fields decided(Fields query) {
        return new Fields(Map.of("decision", query.get("decision")));
    }

    private Reply asked(int status, User user, LedgerView view, ReviewSubject asked, Fields given, String error) {
        Optional<AnswerForm> form = asked.isWaiting() && user.role().covers(Role.APPROVE)
                ? Optional.of(new AnswerForm(
                        tokens.issue(bound(user, FormSnapshot.of(asked).subject())),
                        user.name(),
                        ReviewKeys.names(settings.keys()),
                        given,
                        error))
                : Optional.empty();
        Page page = asked.shown(view, form);
        if (asked instanceof Item item
                && !item.dossier().state().isTerminal()
                && settings.operator().isPresent()
                && user.role().covers(Role.OPERATE)) {
            SteerForm steer = SteerForm.of(item.dossier());
            steer.add(page.content(), tokens.issue(bound(user, steer.subject())));
        }
        return Reply.page(status, Frame.page(page, user));
    }

    /** A form is good for the user alone to whom it was shown. */
    private static String bound(User user, String subject) {
        return user.name() + "\n" + subject;
    }

    /** What is not so any more is told before the form is looked at: its token is for what it showed. */
    private Reply answer(Call call) throws Refusal, IOException {
        Fields form = Fields.ofBody(call.exchange());
        FormSnapshot shown = FormSnapshot.of(form);
        String token = form.require("form");
        ReviewSubject asked = reviews.current(shown);
        tokens.use(token, bound(call.user(), shown.subject()));
        try {
            PendingAnswer left = reviews.answer(shown, said(form, call.user(), asked));
            LOG.info("control room: {}", left.said());
            boolean takesFile = form.get("decision").equals(AnswerForm.APPROVE_WITH_FILE);
            return Reply.redirect(ReviewText.place(asked.page(), asked.id()) + (takesFile ? "#file" : ""));
        } catch (InvalidInputException e) {
            return asked(
                    422,
                    call.user(),
                    reviews.view(),
                    reviews.current(shown),
                    form,
                    "Not sent. " + e.getMessage() + ".");
        }
    }

    private Reply steer(Call call) throws Refusal, IOException {
        Fields form = Fields.ofBody(call.exchange());
        SteerForm shown = SteerForm.of(form);
        String token = form.require("form");
        Dossier dossier = reviews.view().dossier(shown.id()).orElseThrow(() -> Refusal.unknown(shown.id()));
        if (!SteerForm.of(dossier).equals(shown) || dossier.state().isTerminal()) {
            throw new Refusal(
                    409, "Not taken", "It is " + dossier.state() + " by now. Nothing was recorded; open it again.");
        }
        Operator operator = settings.operator()
                .orElseThrow(() -> new Refusal(404, "Not found", "Nothing can be steered on this server."));
        tokens.use(token, bound(call.user(), shown.subject()));
        Action action = SteerForm.action(form);
        String text = SteerForm.text(form, action);
        try {
            operator.steer(shown.id(), call.user().name(), action, text);
        } catch (InvalidInputException e) {
            throw new Refusal(422, "Not taken", e.getMessage() + ". Nothing was recorded.");
        } catch (AmdahlException e) {
            throw new Refusal(503, "Not taken", e.getMessage() + ". Nothing was recorded; try again.");
        }
        LOG.info("control room: {} by {} on {}", action, call.user().name(), shown.id());
        return Reply.redirect(place(shown.id()) + "#record");
    }

    private static ReviewInbox.Said said(Fields form, User user, ReviewSubject asked) {
        String decision = form.get("decision");
        boolean isApproval = decision.equals(AnswerForm.APPROVE)
                || (decision.equals(AnswerForm.APPROVE_WITH_FILE)
                        && asked.extras().contains(ReviewSubject.Extra.FILE));
        if (!isApproval && !decision.equals(AnswerForm.DECLINE)) {
            throw new InvalidInputException("decision", "is missing", "choose one");
        }
        return new ReviewInbox.Said(
                isApproval,
                user.name().isEmpty() ? form.get("by").strip() : user.name(),
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
