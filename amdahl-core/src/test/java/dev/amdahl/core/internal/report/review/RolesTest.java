package dev.amdahl.core.internal.report.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.MemoryFolder;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users with tokens of their own: each does what the role allows, in the own name, and no more. */
final class RolesTest {
    private static final Pattern FORM =
            Pattern.compile("<form method=\"post\" action=\"steer\".*?</form>", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\"");
    private static ReviewWorld template;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private RoomWorld room;
    private ReviewWorld world;
    private ReviewServer server;

    @BeforeAll
    static void write(@TempDir(factory = MemoryFolder.class) Path folder) {
        template = new ReviewWorld(folder);
    }

    @BeforeEach
    void serve() throws Exception {
        world = new ReviewWorld(folder, template);
        room = new RoomWorld(world);
        ReviewKeys.generate("ann", world.keys());
        server = ReviewServer.start(room.withUsers());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Caller as(String name) {
        return Caller.admitted(server.address(), "/", RoomWorld.token(name));
    }

    private Caller.Answered steer(Caller caller, String id, String action, String text) {
        return caller.post("steer", fields(caller, id, action, text), "Origin: " + caller.origin());
    }

    private Map<String, String> fields(Caller caller, String id, String action, String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher form = FORM.matcher(caller.get("hypothesis?id=" + id).is(200).body());
        assertThat(form.find()).as("a form to steer").isTrue();
        Matcher hidden = FIELD.matcher(form.group());
        while (hidden.find()) {
            fields.put(hidden.group(1), hidden.group(2));
        }
        fields.put("action", action);
        fields.put("text", text);
        return fields;
    }

    @Test
    void nobodyEntersWithoutATokenOfTheirOwn() {
        assertThat(server.url()).endsWith("/").doesNotContain("token");
        Caller stranger = new Caller(server.address(), "/", "");
        assertThat(stranger.get("").is(401).body())
                .contains("Enter the token that you were given", "action=\"/enter\"", "type=\"password\"");
        for (String wrong : List.of("", "x", "token-of-", "token-of-LIN")) {
            stranger.post("enter", Map.of("token", wrong), "Origin: " + stranger.origin())
                    .is(401);
            stranger.get("", "Authorization: Bearer " + wrong).is(401);
        }
        stranger.post("enter", Map.of("token", RoomWorld.token("lin"))).is(403);
        Caller.Answered entered = stranger.post(
                        "enter", Map.of("token", RoomWorld.token("lin")), "Origin: " + stranger.origin())
                .is(303);
        assertThat(entered.headers().get("set-cookie"))
                .contains("HttpOnly; SameSite=Strict")
                .doesNotContain("lin");
        stranger.get("", "Authorization: Bearer " + RoomWorld.token("lin")).is(200);
    }

    @Test
    void whoMayLookSeesEverythingAndChangesNothing() {
        Caller lin = as("lin");
        for (String place : List.of("", "review", "runs", "wins", "jobs", "ledger", "audit")) {
            assertThat(lin.get(place).is(200).body()).contains("lin, look");
        }
        assertThat(lin.get("item?id=" + world.first).is(200).body())
                .contains("waits for the answer of somebody with the role approve")
                .doesNotContain("<form method=\"post\"");
        List<String> before = world.beside();
        Map<String, String> form = as("ann").form(world.first);
        form.putAll(Map.of("decision", "approve", "reason", "x"));
        assertThat(lin.post(form, "Origin: " + lin.origin()).is(403).body())
                .contains("Your role is look, and this needs the role approve; nothing was recorded.");
        lin.post("steer", Map.of("id", world.first), "Origin: " + lin.origin()).is(403);
        assertThat(world.beside()).isEqualTo(before);
        assertThat(room.told).isEmpty();
        assertThat(lin.get("audit").is(200).body())
                .contains("Refused since this server started", "lin: POST answer takes the role approve");
    }

    @Test
    void anAnswerIsInTheNameOfTheTokenWhateverTheFormSays() {
        Caller ann = as("ann");
        assertThat(ann.get("item?id=" + world.first).body())
                .contains("You answer as ann; the answer is signed with your key")
                .doesNotContain("name=\"by\"", "action=\"steer\"");
        ann.answer(ann.form(world.first), "eve", "approve", "same predictions").is(303);
        Caller oli = as("oli");
        oli.answer(Caller.hidden(answerForm(oli, world.patch)), "ann", "decline", "not mine")
                .is(303);
        assertThat(world.files().answers())
                .extracting(
                        answer -> answer.review().id() + " " + answer.review().by())
                .containsExactlyInAnyOrder(world.first + " ann", world.patch + " oli");
        assertThat(world.gate().isAuthentic(world.first, world.files().offeredKeys()))
                .isTrue();
        ann.post("steer", Map.of("id", world.first), "Origin: " + ann.origin()).is(403);

        world.cycle();
        assertThat(ann.get("audit").is(200).body())
                .contains("approved, signed: same predictions", "signs with this key from now on", ">ann</a>");
        assertThat(ann.get("audit?by=eve").is(200).body()).contains("Nothing: nobody");
    }

    @Test
    void aFormIsGoodForWhomItWasShownToAlone() {
        Caller ann = as("ann");
        Caller oli = as("oli");
        Map<String, String> form =
                Caller.hidden(ann.get("item?id=" + world.first).body());
        assertThat(oli.answer(form, "", "approve", "x").is(403).body()).contains("not for this page");
        ann.answer(form, "", "approve", "x").is(303);
        assertThat(world.files().answers()).hasSize(1);
    }

    @Test
    void operatorsSteerInTheirOwnName() {
        Caller oli = as("oli");
        String id = world.running();
        assertThat(steer(oli, id, "NOTE", "ask ada first").is(303).headers())
                .containsEntry("location", "hypothesis?id=" + id + "#record");
        steer(oli, id, "FIRST", "not kept").is(303);
        assertThat(room.told).containsExactly("oli NOTE " + id + " ask ada first", "oli FIRST " + id + " ");

        assertThat(steer(oli, id, "CANCEL", "").is(422).body()).contains("1 to 1000 characters");
        steer(oli, id, "CANCEL", "x".repeat(1_001)).is(422);
        steer(oli, id, "EXPLODE", "x").is(422);
        assertThat(steer(oli, id, "CANCEL", "not now").is(422).body())
                .contains("has runs in flight", "Nothing was recorded");
        Map<String, String> twice = fields(oli, id, "NOTE", "once");
        oli.post("steer", twice, "Origin: " + oli.origin()).is(303);
        assertThat(oli.post("steer", twice, "Origin: " + oli.origin()).is(403).body())
                .contains("was sent already");
        assertThat(room.told).hasSize(3);
    }

    @Test
    void aLedgerThatMovedOnUnderAnOpenFormIsAConflict() {
        Caller oli = as("oli");
        Map<String, String> form = fields(oli, world.second, "NOTE", "late");
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.Steered(world.second, Optional.of("by hand"), OptionalInt.empty(), "ops"),
                    new Entry.Moved(world.second, HypothesisState.CONFIRMING, "again on another incumbent"));
        }
        assertThat(oli.post("steer", form, "Origin: " + oli.origin()).is(409).body())
                .contains("It is CONFIRMING by now. Nothing was recorded");
        assertThat(room.told).isEmpty();
        assertThat(oli.get("audit").body()).contains("by hand", ">ops</a>");
        form.put("id", "nobody");
        oli.post("steer", form, "Origin: " + oli.origin()).is(404);
    }

    private static String answerForm(Caller caller, String id) {
        String page = caller.get("hypothesis?id=" + id).body();
        return page.substring(0, page.indexOf("action=\"steer\""));
    }
}
