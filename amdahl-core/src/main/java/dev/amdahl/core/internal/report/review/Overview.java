package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.LedgerView;
import java.util.function.Function;

/** What the home page says of all of a ledger, made again only once the ledger has grown. Thread-safe. */
final class Overview {
    private final Function<LedgerView, Markup> maker;
    private String head = "";
    private Markup made = new Markup();

    Overview(Function<LedgerView, Markup> maker) {
        this.maker = maker;
    }

    synchronized Markup of(LedgerView view) {
        if (!view.head().equals(head)) {
            made = maker.apply(view);
            head = view.head();
        }
        return made;
    }
}
