package dev.amdahl.core.internal.report.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.amdahl.core.functional.MemoryFolder;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page does for people: shows, takes answers, keeps up with the ledger. */
final class ReviewPageTest {
    private static ReviewWorld template;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private ReviewWorld world;
    private ReviewSettings settings;
    private ReviewServer server;
    private Caller caller;

    @BeforeAll
    static void write(@TempDir(factory = MemoryFolder.class) Path folder) {
        template = new ReviewWorld(folder);
    }

    @BeforeEach
    void serve() throws IOException {
        world = new ReviewWorld(folder, template);
        ReviewKeys.generate("ada", world.keys());
        settings = world.settings();
        server = ReviewServer.start(settings);
        caller = Caller.admitted(server.address(), "/", settings);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private List<Review> answers() {
        return world.files().answers().stream().map(ReviewAnswer::review).toList();
    }

    @Test
    void thePacketHoldsClaimEvidenceVotesMoneyRisksChangeAndHead() {
        String page = caller.get("item?id=" + world.first).is(200).body();
        assertThat(page).containsPattern("Recommended: approve|in red to read before you approve");
        Dossier dossier = new Reviews(settings).view().dossier(world.first).orElseThrow();

        assertThat(page)
                .contains(
                        "prefetch: off -&gt; on",
                        "Read ahead",
                        "-27.0 % [-29.9, -23.4]",
                        "682 together; 400 are needed")
                .contains("Forest plot of 14 pairs</title>", "14 pairs in numbers")
                .contains("refuter-4", "refutes", "no check fired", "0.120", "0.250")
                .contains("USD", "at least", "of accelerator time")
                .contains("work not checked: the job declares neither work units nor output")
                .contains("<code>off</code>", "<code>on</code>", "Save change-" + world.first + ".sh")
                .contains("<code>" + dossier.evidenceHead() + "</code>");
        assertThat(caller.get("item?id=" + world.patch).is(200).body())
                .contains(
                        "<del>-    one(row);</del>", "<ins>+    all(rows);</ins>", "Which parts of the patch you read");
    }

    @Test
    void theListHoldsWhatWaitsAndWhatRuns() {
        assertThat(caller.get("").is(200).body())
                .contains("3 changes wait for your answer", "metric_every: 1 -&gt; 50", "patch of src/Batch.java")
                .contains("1 experiment, 1 trial in flight", "mode: sync -&gt; async", "4 of at most 20");
    }

    @Test
    void anApprovalAndADeclineAreSignedAndTheNextCycleTakesThem() {
        caller.answer(caller.form(world.first), "ada", "approve", "same predictions")
                .is(303);
        caller.answer(caller.form(world.second), "ada", "decline", "needed elsewhere")
                .is(303);
        assertThat(world.gate().isAuthentic(world.first, world.files().offeredKeys()))
                .isTrue();
        assertThat(caller.get("").body()).contains("1 change waits", "Approved by ada", "signed.");
        assertThat(caller.get("item?id=" + world.first).body()).contains("The next cycle takes this answer.");

        LedgerView view = world.cycle().view();

        assertThat(view.dossier(world.first).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(view.dossier(world.second).orElseThrow().reason()).isEqualTo("declined by ada: needed elsewhere");
        assertThat(caller.get("").body()).contains("win, promoted", "Declined by ada", "needed elsewhere");
        assertThat(caller.get("item?id=" + world.first).body())
                .contains("Now: win, promoted")
                .doesNotContain("Recommended", "before you approve")
                .doesNotContain("<form");
    }

    @Test
    void anApprovalOfCodeNeedsANoteAndTheFormKeepsWhatWasTyped() {
        assertThat(caller.answer(caller.form(world.patch), "ada", "approve", "it is faster")
                        .is(422)
                        .body())
                .contains("role=\"alert\"", "changes code", "it is faster", "value=\"ada\"");
        assertThat(answers()).isEmpty();

        Map<String, String> form = caller.form(world.patch);
        form.put("audit", "all 3 lines");
        form.put("minutes", "4.5");
        assertThat(caller.answer(form, "ada", "approve-with-file", "it is faster")
                        .is(303)
                        .headers())
                .containsEntry("location", "hypothesis?id=" + world.patch + "#file");
        assertThat(answers()).singleElement().satisfies(review -> {
            assertThat(review.audit()).contains("all 3 lines");
            assertThat(review.minutes()).hasValue(4.5);
        });
        Caller.Answered file = caller.get("change?id=" + world.patch).is(200);
        assertThat(file.body())
                .isEqualTo(
                        ReviewWorld.patch("-    one(row);\n+    all(rows);\n").diff());
        assertThat(file.headers().get("content-disposition"))
                .isEqualTo("attachment; filename=\"change-" + world.patch + ".patch\"");
        assertThat(caller.get("change?id=" + world.first).is(200).body()).isEqualTo("export LEVER='on'\n");
    }

    @Test
    void whatIsMissingInAnAnswerIsSaid() {
        assertThat(caller.answer(caller.form(world.first), "ada", "approve", " ")
                        .is(422)
                        .body())
                .contains("reason: is empty");
        assertThat(caller.answer(caller.form(world.first), "ada", "perhaps", "x")
                        .is(422)
                        .body())
                .contains("decision: is missing");
        assertThat(caller.answer(caller.form(world.first), "../ada", "approve", "x")
                        .is(422)
                        .body())
                .contains("is not a name");
        assertThat(caller.answer(caller.form(world.first), "ada", "approve", "x".repeat(4_001))
                        .is(422)
                        .body())
                .contains("has 4001 characters");
        Map<String, String> late = caller.form(world.first);
        late.put("minutes", "-3");
        assertThat(caller.answer(late, "ada", "approve", "x").is(422).body()).contains("minutes: were -3.0");
        assertThat(answers()).isEmpty();
    }

    @Test
    void anUnsignedAnswerSaysHowToSign() {
        assertThat(caller.get("item?id=" + world.first).body())
                .contains("This server has keys for: ada", "review keygen --by NAME");
        caller.answer(caller.form(world.first), "eve", "approve", "fine").is(303);

        assertThat(caller.get("item?id=" + world.first).body())
                .contains("not signed by a reviewer this ledger knows", "review keygen --by eve", "Answer instead");
        world.cycle();
        assertThat(new Reviews(settings)
                        .view()
                        .dossier(world.first)
                        .orElseThrow()
                        .state())
                .isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void ofTwoReviewersTheSecondIsToldOfTheFirst() {
        Map<String, String> ada = caller.form(world.first);
        Map<String, String> eve = caller.form(world.first);
        caller.answer(ada, "ada", "approve", "good").is(303);
        assertThat(caller.answer(eve, "eve", "decline", "bad").is(409).body()).contains("ada has answered meanwhile");
        assertThat(answers()).hasSize(1);

        world.clock.advance(Duration.ofMinutes(1));
        caller.answer(caller.form(world.first), "ada", "decline", "on second thoughts")
                .is(303);
        assertThat(world.gate().answer(world.first).orElseThrow().isApproved()).isFalse();
    }

    @Test
    void aStaleHeadIsAConflict() {
        Map<String, String> form = caller.form(world.first);
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            Dossier dossier = lease.view().dossier(world.first).orElseThrow();
            lease.commit(
                    new Entry.Moved(world.first, HypothesisState.CONFIRMING, "again on another incumbent"),
                    new Entry.Voted(world.first, dossier.votes()),
                    new Entry.Moved(world.first, HypothesisState.SURVIVED, "still"),
                    new Entry.ReviewAsked(world.first, "cd".repeat(32)));
        }
        assertThat(caller.answer(form, "ada", "approve", "good").is(409).body()).contains("The evidence has changed");
        Map<String, String> decided = caller.form(world.second);
        caller.answer(caller.form(world.second), "ada", "decline", "no").is(303);
        world.cycle();
        assertThat(caller.answer(decided, "ada", "approve", "good").is(409).body())
                .contains("no longer waits");
        assertThat(answers()).hasSize(1);
    }

    @Test
    void thePageGrowsWithTheLedgerAndOutlivesIt() throws IOException {
        String before = caller.get("live").is(200).body();
        String id = world.another();
        assertThat(caller.get("").is(200).body()).contains("4 changes wait", id);
        assertThat(caller.get("live").is(200).body()).isNotEqualTo(before);

        Path events = Path.of(world.url() + ".events.jsonl");
        Path away = Files.move(events, folder.resolve("away"));
        assertThat(caller.get("").is(503).body()).contains("there is none");
        Files.move(away, events);
        assertThat(caller.get("").is(200).body()).contains("4 changes wait");

        Files.writeString(events, Files.readString(events).replaceFirst("Read ahead", "Read behind"));
        assertThat(caller.get("").is(503).body()).contains("event 2: is not what was written");
    }

    @Test
    void aHostMountsItOnAServerOfItsOwn() throws IOException {
        HttpServer host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        host.createContext("/amdahl", ReviewPage.handler(settings));
        host.start();
        try {
            Caller mounted = Caller.admitted(host.getAddress(), "/amdahl/", settings);
            assertThat(mounted.get("").is(200).body())
                    .contains("3 changes wait", "href=\"hypothesis?id=" + world.first);
            mounted.answer(mounted.form(world.first), "ada", "approve", "good").is(303);
            assertThat(answers()).hasSize(1);
            assertThat(new Caller(host.getAddress(), "/amdahl", mounted.cookie())
                            .get("")
                            .is(303)
                            .headers())
                    .containsEntry("location", "/amdahl/");
            mounted.get("nothing").is(404);
            new Caller(host.getAddress(), "/amdahlx", mounted.cookie()).get("").is(404);
        } finally {
            host.stop(0);
        }
    }

    @Test
    void whatIsNotThereIsNotFound() {
        caller.get("item?id=nobody").is(404);
        caller.get("item").is(400);
        caller.get("favicon.ico").is(404);
        Map<String, String> form = new LinkedHashMap<>(caller.form(world.first));
        form.put("id", "nobody");
        caller.answer(form, "ada", "approve", "x").is(404);
        caller.get("recipe?id=recipe:nothing").is(404);
        caller.get("recipe").is(400);
    }

    /** One that was promoted by a person, and what it teaches. */
    private String recipe() {
        caller.answer(caller.form(world.first), "ada", "approve", "good").is(303);
        world.cycle();
        world.cycle();
        return new Reviews(settings).view().recipes().get(0).recipe().id();
    }

    private RecipeStanding standing() {
        return new Reviews(settings).view().recipes().get(0);
    }

    @Test
    void aRecipeIsAnsweredLikeAWin() {
        String before = caller.get("live").is(200).body();
        String id = recipe();
        assertThat(caller.get("").is(200).body())
                .contains("2 changes and 1 recipe wait for your answer")
                .contains("environment:LEVER = on", "-27.0 % [-29.9, -23.4] on train-vision", "waits for yours");
        assertThat(caller.get("live").is(200).body()).isNotEqualTo(before);
        String page = caller.get("recipe?id=" + id).is(200).body();
        assertThat(page)
                .contains("Read ahead", "INPUT STARVATION on h200", "href=\"hypothesis?id=" + world.first)
                .contains("<code>" + standing().recipe().digest() + "</code>")
                .doesNotContain("minutes", "Which parts of the patch you read", "take the change as a file");

        Map<String, String> form = Caller.hidden(page);
        assertThat(caller.answer(new LinkedHashMap<>(form), "ada", "approve-with-file", "x")
                        .is(422)
                        .body())
                .contains("decision: is missing");
        Map<String, String> other = Caller.hidden(page);
        other.put("form", String.valueOf(caller.form(world.second).get("form")));
        caller.answer(other, "ada", "approve", "x").is(403);
        caller.answer(Caller.hidden(page), "ada", "approve", "x").is(403);

        Map<String, String> fresh = Caller.hidden(caller.get("recipe?id=" + id).body());
        assertThat(caller.answer(fresh, "ada", "approve", "held on three jobs")
                        .is(303)
                        .headers())
                .containsEntry("location", "recipe?id=recipe%3A" + id.substring(7));
        assertThat(caller.answer(fresh, "eve", "decline", "no").is(409).body()).contains("ada has answered meanwhile");
        assertThat(caller.get("").body()).contains("Approved by ada", "signed. The next cycle takes it.");
        world.cycle();
        assertThat(standing().isInUse()).isTrue();
        assertThat(standing().isSigned()).isTrue();
        assertThat(caller.get("recipe?id=" + id).body())
                .contains("Now: dreams may use it.", "held on three jobs", "Answer instead");

        world.clock.advance(Duration.ofMinutes(1));
        caller.answer(Caller.hidden(caller.get("recipe?id=" + id).body()), "ada", "decline", "not here")
                .is(303);
        world.cycle();
        assertThat(standing().state()).isEqualTo("declined");
    }

    @Test
    void anAnswerToARecipeIsForTheWinsThatItRestedOn() {
        String id = recipe();
        Map<String, String> form = Caller.hidden(caller.get("recipe?id=" + id).body());
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            Recipe now = lease.view().recipes().get(0).recipe();
            Recipe.Effect effect = now.effects().get(0);
            lease.commit(new Entry.RecipeDistilled(new Recipe(
                    id, now.title(), now.bottleneck(), now.symptoms(), now.template(), List.of(effect, effect))));
        }
        assertThat(caller.answer(form, "ada", "approve", "good").is(409).body()).contains("The evidence has changed");
        Map<String, String> withdrawn =
                Caller.hidden(caller.get("recipe?id=" + id).body());
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(new Entry.RecipeDistilled(
                    lease.view().recipes().get(0).recipe().withdrawn()));
        }
        assertThat(caller.answer(withdrawn, "ada", "approve", "good").is(409).body())
                .contains("none of the wins");
        assertThat(caller.get("recipe?id=" + id).is(200).body())
                .contains("Withdrawn")
                .doesNotContain("<form");
        assertThat(caller.get("").body()).doesNotContain("Recipes, for dreams");
    }
}
