package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Markdown;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.Suspicion;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A recipe as the {@code SKILL.md} of a folder, in the form of agentskills.io: what to do, where it held and where it did not. Text of jobs
 * is shown as text, without secrets, and left out where it reads like an order.
 */
record SkillText(RecipeStanding standing, LedgerView view) {
    private static final int MAX_DESCRIPTION = 1024;
    private static final int MAX_ROWS = 20;
    private static final int MAX_DIFF = 20_000;
    private static final Set<HypothesisState> FAILED = EnumSet.of(
            HypothesisState.NO_EFFECT,
            HypothesisState.NOT_SEEN,
            HypothesisState.REGRESSION,
            HypothesisState.NOT_REPLICATED,
            HypothesisState.REFUTED,
            HypothesisState.DECLINED,
            HypothesisState.DECAYED);

    /** Small letters, digits and single hyphens, 64 at most; the name of the folder too. */
    String name() {
        return "amdahl-" + recipe().bottleneck().name().toLowerCase(Locale.ROOT).replace('_', '-') + "-"
                + recipe().id().substring(Recipe.PREFIX.length());
    }

    String text() {
        return front() + "\n# " + said(recipe().title()) + "\n\n" + when() + "\n" + change() + "\n" + held() + "\n"
                + failed() + "\nMeasure it on your own job before you rely on it: `amdahl ab` or `amdahl loop`.\n";
    }

    private Recipe recipe() {
        return standing.recipe();
    }

    private String front() {
        Optional<Review> answer = standing.answer();
        String description = "What relieved " + recipe().bottleneck() + " on " + types() + " in "
                + count(recipe().effects().size(), "measured win") + ": "
                + plain(recipe().template().words()) + ". Use when a job on such accelerators loses time to it.";
        return "---\nname: " + name() + "\ndescription: " + quoted(cut(description, MAX_DESCRIPTION)) + "\nmetadata:\n"
                + "  recipe: " + quoted(recipe().id()) + "\n"
                + "  digest: " + quoted(recipe().digest()) + "\n"
                + "  approved-by: "
                + quoted(answer.map(Review::by).map(SkillText::plain).orElse("")) + "\n"
                + "  approved-at: "
                + quoted(answer.map(review -> review.at().toString()).orElse("")) + "\n---\n";
    }

    private String when() {
        String symptoms = recipe().symptoms().stream()
                .map(symptom -> "- " + said(symptom.metric() + " " + symptom.operator() + " " + symptom.value()) + "\n")
                .collect(Collectors.joining());
        return "## When\n\nA job loses seconds to `" + recipe().bottleneck() + "`, on " + said(types())
                + (symptoms.isEmpty() ? ".\n" : ", and was measured to have\n\n" + symptoms);
    }

    private String change() {
        StringBuilder text = new StringBuilder("## What to do\n\n");
        if (recipe().template().isPortable()) {
            recipe().template()
                    .settings()
                    .forEach(setting -> text.append("- Set ")
                            .append(said(setting.sets() + " = " + setting.to()))
                            .append(" (the lever was called ")
                            .append(said(setting.lever()))
                            .append(")\n"));
        } else {
            text.append("A patch of ")
                    .append(said(String.join(", ", recipe().template().paths())))
                    .append(
                            "; it fits the sources that it was made for, and has to be built and measured again elsewhere.\n");
            diff().ifPresent(diff -> text.append('\n').append(Markdown.block("diff", diff)));
        }
        return text.toString();
    }

    /** Returns that of the first win, where it is short and gives no orders. */
    private Optional<String> diff() {
        return recipe().effects().stream()
                .flatMap(effect -> view.dossier(effect.hypothesis()).stream())
                .map(win -> win.hypothesis().change())
                .filter(PatchChange.class::isInstance)
                .map(change -> Redaction.of(((PatchChange) change).diff()))
                .filter(diff -> diff.length() <= MAX_DIFF && Suspicion.in(diff).isEmpty())
                .findFirst();
    }

    private String held() {
        StringBuilder text = new StringBuilder("## Where it held\n\n");
        text.append(Markdown.row(List.of("job", "on", "change", "interval", "pairs", "evidence")));
        text.append("|---|---|---|---|---|---|\n");
        recipe().effects().stream()
                .limit(MAX_ROWS)
                .map(effect -> Markdown.row(List.of(
                        said(effect.family()),
                        said(effect.acceleratorType()),
                        Words.change(OptionalDouble.of(effect.ratio())),
                        Words.change(OptionalDouble.of(effect.lower())) + " to "
                                + Words.change(OptionalDouble.of(effect.upper())),
                        Integer.toString(effect.pairs()),
                        said(effect.hypothesis()))))
                .forEach(text::append);
        return text.toString();
    }

    private String failed() {
        List<String> rows = view.dossiers().stream()
                .filter(dossier -> FAILED.contains(dossier.state())
                        && recipe().template().isSetBy(dossier.hypothesis().change()))
                .limit(MAX_ROWS)
                .map(SkillText::failed)
                .toList();
        return "## Where it did not\n\n"
                + (rows.isEmpty()
                        ? "Nowhere that the ledger knows of.\n"
                        : Markdown.row(List.of("job", "how it ended", "figures", "why")) + "|---|---|---|---|\n"
                                + String.join("", rows));
    }

    private static String failed(Dossier dossier) {
        return Markdown.row(List.of(
                said(dossier.hypothesis().family()),
                dossier.state().name(),
                said(dossier.verdict().map(Verdict::result).orElse("")),
                said(dossier.reason())));
    }

    private String types() {
        return plain(String.join(", ", recipe().acceleratorTypes()));
    }

    /** Text of a job in the body. */
    private static String said(String text) {
        return Markdown.text(plain(text));
    }

    /** Without secrets, and nothing that is written for whoever reads the skill. */
    private static String plain(String text) {
        return Suspicion.in(text).isEmpty()
                ? Redaction.of(text)
                : "[left out, because it reads like an order to a model]";
    }

    /** A string of JSON is one of YAML. */
    private static String quoted(String text) {
        return Json.line(TextNode.valueOf(Words.printable(text)));
    }

    static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }
}
