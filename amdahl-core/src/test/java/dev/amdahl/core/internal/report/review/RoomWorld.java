package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.report.picture.Traces;
import dev.amdahl.core.internal.report.review.ReviewSettings.Action;
import dev.amdahl.core.internal.report.review.ReviewSettings.Role;
import dev.amdahl.core.internal.report.trace.TracePage;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import dev.amdahl.spi.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A world with three users, an operator that writes down what it is told, and a kept file that reads as a trace and one that does not. */
final class RoomWorld {
    static final String TRACE = "<script>window.pwned=1</script>";

    final ReviewWorld world;
    final List<String> told = new CopyOnWriteArrayList<>();
    final String trace;
    final String noTrace;

    RoomWorld(ReviewWorld world) {
        this.world = world;
        trace = keep(TRACE);
        noTrace = keep("nothing");
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            String run = world.first + "-1-1";
            lease.commit(
                    new Entry.EvidenceKept(run, "trace", trace, TRACE.length()),
                    new Entry.EvidenceKept(run, "other", noTrace, 7));
        }
    }

    private String keep(String text) {
        try {
            EvidenceStore store =
                    EvidenceStore.of(LedgerLocation.of(world.url())).orElseThrow();
            StoredArtifact kept = store.put(new ByteArrayInputStream(text.getBytes(UTF_8)), text.length());
            return kept.digest();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ReviewSettings.Builder settings() {
        return ReviewSettings.over(world.url())
                .keys(world.keys())
                .clock(world.clock)
                .traces(RoomWorld::page)
                .operator(this::steer);
    }

    ReviewSettings withUsers() {
        return settings()
                .user(user("lin", Role.LOOK))
                .user(user("ann", Role.APPROVE))
                .user(user("oli", Role.OPERATE))
                .build();
    }

    static String token(String name) {
        return "token-of-" + name;
    }

    private static ReviewSettings.User user(String name, Role role) {
        return new ReviewSettings.User(
                name, role, Hashing.sha256().hashString(token(name), UTF_8).toString());
    }

    private static TracePage page(Path file, String title) {
        try {
            String text = Files.readString(file);
            if (!text.equals(TRACE)) {
                throw new InvalidInputException("file", "holds no timeline", "name another");
            }
            return new TracePage(title, text, Traces.steps("main", 4, 40));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void steer(String hypothesis, String by, Action action, String text) {
        if (text.equals("not now")) {
            throw new InvalidInputException("hypothesis", "has runs in flight", "stop them first");
        }
        told.add(by + " " + action + " " + hypothesis + " " + text);
    }
}
