package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import java.util.Optional;
import java.util.OptionalDouble;

/** How many more runs of a job a win allows, one after the other. */
final class Pace {
    private static final double SECONDS_PER_DAY = 86_400;

    private Pace() {}

    static Optional<String> of(LedgerView view, Dossier dossier) {
        OptionalDouble wall = Pairs.of(view, dossier.id()).baselineSeconds();
        OptionalDouble ratio =
                dossier.comparison().map(comparison -> comparison.ratio()).orElse(OptionalDouble.empty());
        if (!ReportText.isWin(dossier) || wall.isEmpty() || ratio.isEmpty()) {
            return Optional.empty();
        }
        double before = wall.getAsDouble();
        double after = before * ratio.getAsDouble();
        Unit unit = Unit.of(before);
        return Optional.of("Pace: " + Numbers.plain(SECONDS_PER_DAY / before) + " runs a day before, "
                + Numbers.plain(SECONDS_PER_DAY / after) + " after, where each begins when the last one ends ("
                + unit.words(before) + " before, " + unit.words(after) + " after).");
    }
}
