package dev.amdahl.examples.cli.doctor;

import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.notify.NoticeBook;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a ledger can be read, is what was written, and has room to grow. Changes nothing in it. */
final class LedgerChecks {
    private static final String AREA = "ledger";

    private LedgerChecks() {}

    static List<Check> checks(String url) throws IOException {
        LedgerLocation location = LedgerLocation.of(url);
        if (location.base().isEmpty()) {
            return List.of(Check.warn(AREA, "place", "is kept in memory and ends with the process", "name a file"));
        }
        List<Check> checks = new ArrayList<>();
        LedgerView view;
        try {
            view = LedgerReader.view(url);
        } catch (AmdahlException unreadable) {
            return List.of(Check.fail(
                    AREA, "events", String.valueOf(unreadable.getMessage()), "docs/ledger.md explains each message"));
        }
        checks.add(Check.ok(AREA, "events", Plurals.of(view.events(), "event") + ", head " + view.head()));
        checks.add(verified(url));
        checks.add(waiting(view));
        checks.add(keys(view));
        checks.addAll(notices(location));
        Optional<Path> folder = location.base().map(Path::getParent).filter(Files::isDirectory);
        if (folder.isPresent()) {
            checks.add(Memory.disk(AREA, "disk", folder.get()));
        }
        return checks;
    }

    private static Check verified(String url) {
        try {
            Verification found = Ledger.verify(url);
            return found.isOk()
                    ? Check.ok(AREA, "verify", "every event and every row is intact")
                    : Check.fail(
                            AREA,
                            "verify",
                            String.join("; ", found.problems()),
                            "keep the files as they are, and see docs/ledger.md");
        } catch (LedgerBusyException busy) {
            return Check.warn(AREA, "verify", String.valueOf(busy.getMessage()), "ask again when no cycle runs");
        } catch (AmdahlException failure) {
            return Check.fail(AREA, "verify", String.valueOf(failure.getMessage()), "docs/ledger.md says more");
        }
    }

    private static Check waiting(LedgerView view) {
        long waiting = view.live().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .count();
        return waiting == 0
                ? Check.ok(AREA, "reviews", "nothing waits for a person")
                : Check.ok(AREA, "reviews", waiting + " wait for a person: amdahl review list");
    }

    private static Check keys(LedgerView view) {
        return view.reviewerKeys().isEmpty()
                ? Check.warn(
                        AREA,
                        "reviewers",
                        "it knows no reviewer's key: answers count only with policy.allow_unsigned",
                        "run: amdahl review keygen --by NAME --ledger FILE-OR-URL")
                : Check.ok(
                        AREA,
                        "reviewers",
                        String.join(
                                ", ",
                                view.reviewerKeys().keySet().stream().sorted().toList()));
    }

    /** Only where somebody was to be told of something. */
    private static List<Check> notices(LedgerLocation location) {
        try {
            return NoticeBook.of(location).standings().stream()
                    .map(each -> each.problem().isEmpty() && each.failed() == 0
                            ? Check.ok(AREA, "notices " + each.name(), each.sent() + " sent")
                            : Check.warn(
                                    AREA,
                                    "notices " + each.name(),
                                    each.sent() + " sent, " + each.failed() + " given up, " + each.waiting()
                                            + " to be tried again"
                                            + (each.problem().isEmpty() ? "" : "; the last try: " + each.problem()),
                                    "run: amdahl notify --test"))
                    .toList();
        } catch (InvalidInputException unreadable) {
            return List.of(
                    Check.warn(AREA, "notices", String.valueOf(unreadable.getMessage()), "docs/notify.md says more"));
        }
    }
}
