package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.design.Exclusion;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that the page and the tables share. */
public final class ReportText {
    private static final Set<HypothesisState> WINS =
            EnumSet.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW, HypothesisState.PROMOTED);

    /** Characters of a head that tell it from others. */
    private static final int HEAD = 10;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private ReportText() {}

    /** Returns whether measurement made it a win that nothing has overturned. */
    public static boolean isWin(Dossier dossier) {
        return WINS.contains(dossier.state());
    }

    /** Returns a time, such as {@code 2026-11-28 18:04 UTC}. */
    public static String time(Instant at) {
        return TIME.format(at);
    }

    /** Returns which ledger a page is of: how many events, and the beginning of its head. */
    public static String ledger(LedgerView view) {
        return Plurals.of(view.events(), "event") + ", head "
                + view.head().substring(0, Math.min(HEAD, view.head().length()));
    }

    /** Returns a state as people say it. */
    public static String verdict(HypothesisState state) {
        return switch (state) {
            case PROPOSED -> "proposed";
            case SCREENED_OUT -> "screened out";
            case NEEDS_EVIDENCE -> "needs evidence";
            case NEEDS_LEVER -> "needs a lever";
            case NEEDS_SANDBOX -> "needs a sandbox";
            case BUILDING -> "building";
            case BUILD_FAILED -> "build failed";
            case TESTING -> "testing";
            case NO_EFFECT -> "no effect";
            case NOT_SEEN -> "not seen";
            case REGRESSION -> "regression";
            case INCONCLUSIVE -> "inconclusive";
            case RUN_FAILED -> "run failed";
            case CONFIRMING -> "confirming";
            case NEEDS_RERUN -> "more pairs needed";
            case NOT_REPLICATED -> "not replicated";
            case SURVIVED -> "win";
            case REFUTED -> "refuted";
            case IN_REVIEW -> "win, in review";
            case PROMOTED -> "win, promoted";
            case DECLINED -> "declined";
            case STALE -> "stale";
            case DECAYED -> "decayed";
            case FOUND -> "planted, found";
            case CANCELLED -> "cancelled";
            case EXPIRED -> "expired";
        };
    }

    /** Returns where it stands as people say it; where nothing was found, with the smallest effect that is ruled out. */
    public static String verdict(Dossier dossier) {
        boolean isNothing = dossier.state() == HypothesisState.NO_EFFECT || dossier.state() == HypothesisState.NOT_SEEN;
        String size = isNothing
                ? dossier.comparison()
                        .map(found -> Exclusion.size(reason(dossier), found.lower(), found.upper()))
                        .orElse("")
                : "";
        String none = dossier.state() == HypothesisState.NOT_SEEN ? ", none over " : " over ";
        return verdict(dossier.state()) + (size.isEmpty() ? "" : none + size);
    }

    /** Returns why it stands where it stands: the verdict's reason, else the state's; no more is claimed than the interval allows. */
    public static String reason(Dossier dossier) {
        String recorded = dossier.verdict().map(verdict -> verdict.reason()).orElse(dossier.reason());
        return dossier.comparison()
                .map(found -> Exclusion.shown(recorded, found.lower(), found.upper()))
                .orElse(recorded);
    }

    /** Returns what a hypothesis changes in one line: a person's patch also by its title, since there may be several of one file. */
    public static String change(Hypothesis hypothesis) {
        boolean isNamed = hypothesis.change() instanceof PatchChange
                && hypothesis.provenance().origin() == Provenance.Origin.HUMAN;
        return (isNamed ? hypothesis.title() + ": " : "") + change(hypothesis.change());
    }

    /** Returns a change in one line: the files of a patch, or levers with their values. */
    public static String change(Change change) {
        if (change instanceof PatchChange patch) {
            return "patch of " + String.join(", ", patch.paths());
        }
        return ((ConfigChange) change)
                .settings().stream().map(ReportText::setting).collect(Collectors.joining(", "));
    }

    private static String setting(LeverSetting setting) {
        return setting.target() instanceof LeverSetting.Undeclared
                ? setting.lever() + " (no lever declared)"
                : setting.lever() + ": " + setting.from() + " -> " + setting.to();
    }

    /** {@code -27.1 % [-30.2, -24.0]}; a dash where nothing was measured. */
    public static String effect(Dossier dossier) {
        if (dossier.comparison().isEmpty()) {
            return "-";
        }
        Comparison comparison = dossier.comparison().get();
        if (comparison.ratio().isEmpty()) {
            return "not measured";
        }
        String effect = Numbers.change(comparison.ratio().getAsDouble());
        return comparison.lower().isEmpty() || comparison.upper().isEmpty()
                ? effect
                : effect + " "
                        + Numbers.interval(
                                comparison.lower().getAsDouble(),
                                comparison.upper().getAsDouble());
    }

    /** Returns the ceiling in accelerator-hours, and the one of the wall where it differs. */
    public static String ceiling(Dossier dossier) {
        String accelerator = Numbers.factor(dossier.screening().acceleratorCeiling());
        String wall = Numbers.factor(dossier.screening().wallCeiling());
        return accelerator.equals(wall) ? accelerator : accelerator + " / " + wall + " wall";
    }

    /** Returns the votes that count as votes. */
    public static List<Vote> panel(List<Vote> votes) {
        return votes.stream().filter(vote -> !vote.isVeto()).toList();
    }

    /** Returns the hard facts. */
    public static List<Vote> vetoes(List<Vote> votes) {
        return votes.stream().filter(Vote::isVeto).toList();
    }

    /** Returns one character a ballot. */
    public static String mark(Vote.Ballot ballot) {
        return switch (ballot) {
            case UPHOLDS -> "+";
            case REFUTES -> "-";
            case ABSTAINS -> "?";
        };
    }

    /** Returns a text as a sentence: with a capital and a full stop. */
    public static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    /** Returns accelerator time, given in hours, in the unit that suits it. */
    public static String hours(double hours) {
        return Numbers.hours(hours);
    }

    /** Returns seconds with three significant digits, in the unit that suits. */
    public static String seconds(double seconds) {
        return Numbers.seconds(seconds);
    }
}
