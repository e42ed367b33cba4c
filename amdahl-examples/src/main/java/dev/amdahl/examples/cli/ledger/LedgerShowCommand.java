package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.report.accounts.LaterRuns;
import dev.amdahl.core.internal.report.accounts.Wins;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.RealizedSaving;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Hypotheses;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ledger show ID}: everything on one hypothesis. */
@Command(
        name = "show",
        description = "Show one hypothesis: claim, change, trials, votes, verdict.",
        footer = "  amdahl ledger show 0198c2 --ledger ./amdahl")
final class LedgerShowCommand extends CliCommand {
    private static final int MAX_NOTES = 3;

    @Parameters(paramLabel = "ID", description = "A hypothesis, by its id or the beginning of it.")
    private String id = "";

    @Override
    public Answer answer() {
        LedgerView view = LedgerReader.view(requireLedger());
        Dossier dossier = Hypotheses.named(view, id);
        ObjectNode json = Outcomes.row(view, dossier);
        json.set("change", Hypotheses.change(dossier.hypothesis().change()));
        json.put("needs_build", dossier.hypothesis().needsBuild());
        json.put("axis", dossier.hypothesis().axis().name());
        json.set(
                "addresses",
                Json.texts(dossier.hypothesis().addresses().stream()
                        .map(Bottleneck::name)
                        .toList()));
        json.set("evidence_ids", Json.texts(dossier.hypothesis().evidence()));
        json.put("fingerprint", dossier.hypothesis().fingerprint().hex());
        json.put(
                "provenance",
                dossier.hypothesis().provenance().origin() + ": "
                        + dossier.hypothesis().provenance().source());
        json.put("result", dossier.verdict().map(Verdict::result).orElse(null));
        json.put("reopens", dossier.reopens().orElse(null));
        json.set("rationale", orNull(dossier.rationale().map(Hypotheses::rationale)));
        json.set("design", orNull(sampled(dossier).map(sampling -> design(sampling, dossier))));
        json.put("priority", dossier.steering().priority());
        json.set("notes", Hypotheses.notes(dossier));
        json.put("evidence_head", dossier.evidenceHead());
        json.set("runs", Json.array(view.runsOf(dossier.id()), run -> run(view, run)));
        List<Entry.EvidenceKept> kept = kept(view, dossier);
        json.set("kept_files", Json.array(kept, LedgerShowCommand::file));
        Optional<RealizedSaving> realised = LaterRuns.of(view, dossier);
        json.set("projected", orNull(projected(view, dossier).map(AccountsJson::range)));
        json.set("realised", orNull(realised.map(AccountsJson::realised)));
        return Answer.of(json, text(dossier, view) + savings(view, dossier, realised) + text(kept));
    }

    private static Optional<Sampling> sampled(Dossier dossier) {
        return dossier.experiment().map(experiment -> experiment.plan().sampled());
    }

    private static ObjectNode design(Sampling sampling, Dossier dossier) {
        ObjectNode design =
                Json.object().put("pairs_from", sampling.design().label()).put("reason", sampling.reason());
        design.set("share_of_run", Json.number(sampling.share()));
        design.set("whole_run_effect", Json.number(whole(sampling, dossier)));
        return design;
    }

    /** Returns what an effect on a part of a run means for all of it, as a fraction; empty where it was measured on all of it. */
    private static OptionalDouble whole(Sampling sampling, Dossier dossier) {
        OptionalDouble ratio = dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        return sampling.share().isEmpty() || ratio.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(sampling.whole(ratio.getAsDouble()) - 1);
    }

    private static void design(StringBuilder out, Dossier dossier, List<Run> runs) {
        Optional<Sampling> partial = sampled(dossier).filter(sampling -> sampling.design() != Design.WHOLE);
        partial.ifPresent(
                sampling -> line(out, "pairs", "of " + sampling.design().text() + ": " + sampling.reason()));
        partial.map(sampling -> whole(sampling, dossier))
                .filter(OptionalDouble::isPresent)
                .ifPresent(effect -> line(
                        out,
                        "whole",
                        String.format(Locale.ROOT, "%+.1f %% of a whole run expected", 100 * effect.getAsDouble())
                                + seen(runs)));
    }

    private static String seen(List<Run> runs) {
        String seen = runs.stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRANSFER)
                .flatMap(run -> run.result().stream())
                .flatMapToDouble(result -> result.logRatio().stream())
                .mapToObj(log -> String.format(Locale.ROOT, "%+.1f %%", 100 * Math.expm1(log)))
                .collect(Collectors.joining(", "));
        return seen.isEmpty() ? "" : "; pairs of whole runs show " + seen;
    }

    private static JsonNode orNull(Optional<? extends JsonNode> value) {
        return value.<JsonNode>map(found -> found).orElseGet(JsonNodeFactory.instance::nullNode);
    }

    /** Of a promoted change that is in effect. */
    private static Optional<Range> projected(LedgerView view, Dossier dossier) {
        return view.family(dossier.hypothesis().family())
                .filter(family ->
                        Wins.of(view, family, List.of(dossier)).promoted().contains(dossier))
                .flatMap(family -> LaterRuns.projected(view, dossier));
    }

    private static String savings(LedgerView view, Dossier dossier, Optional<RealizedSaving> realised) {
        return projected(view, dossier)
                .map(
                        projected -> Width.line(
                                "saves    ",
                                "projected " + share(projected) + " of a run; "
                                        + realised.map(seen -> "realised " + share(seen.realised()) + " over "
                                                        + Plurals.of(seen.runs(), "later run") + ", "
                                                        + String.format(
                                                                Locale.ROOT,
                                                                "%.1f accelerator-hours",
                                                                seen.hours().expected()))
                                                .orElse(
                                                        "realised not known: fewer than 2 runs were seen before or since (loop --fleet)")))
                .orElse("");
    }

    private static String share(Range range) {
        return String.format(
                Locale.ROOT, "%.1f %% [%.1f, %.1f]", 100 * range.expected(), 100 * range.low(), 100 * range.high());
    }

    /** Returns the files in the evidence store: its patch and its build's output, what evidence runs left behind, results that came too late. */
    private static List<Entry.EvidenceKept> kept(LedgerView view, Dossier dossier) {
        return Stream.of(
                        Stream.of(dossier.id()),
                        dossier.hypothesis().evidence().stream(),
                        view.runsOf(dossier.id()).stream().map(run -> run.plan().key()))
                .flatMap(keys -> keys)
                .distinct()
                .flatMap(key -> view.keptOf(key).stream())
                .toList();
    }

    private static ObjectNode file(Entry.EvidenceKept kept) {
        return Json.object()
                .put("run", kept.key())
                .put("role", kept.role())
                .put("sha256", kept.digest())
                .put("bytes", kept.bytes());
    }

    private static String text(List<Entry.EvidenceKept> kept) {
        StringBuilder out = new StringBuilder();
        for (Entry.EvidenceKept file : kept) {
            line(
                    out,
                    "kept",
                    file.role() + " of " + file.key() + ", " + file.bytes() + " bytes, SHA-256 " + file.digest());
        }
        return out.toString();
    }

    private static ObjectNode run(LedgerView view, Run run) {
        ObjectNode row = Json.object()
                .put("key", run.plan().key())
                .put("set", run.plan().set())
                .put("index", run.plan().index())
                .put("attempt", run.plan().attempt())
                .put("purpose", run.plan().purpose().name().toLowerCase(Locale.ROOT))
                .put("state", run.state().name())
                .put("note", run.note())
                .put("late", view.isLate(run));
        row.set("log_ratio", Json.number(run.result().map(RunResult::logRatio).orElse(OptionalDouble.empty())));
        return row;
    }

    /** A patch as people read it, its lines whole, without what would steer a terminal. */
    private static void change(StringBuilder out, Change change) {
        if (change instanceof PatchChange patch) {
            line(out, "change", "patch of " + String.join(", ", patch.paths()));
            patch.diff()
                    .replaceAll("[\\p{Cntrl}\\p{Cf}&&[^\\n\\t]]", "?")
                    .lines()
                    .forEach(line -> out.append("  ").append(line).append('\n'));
        } else {
            line(out, "change", Hypotheses.text((ConfigChange) change));
        }
    }

    private static void checks(StringBuilder out, List<String> names, String did) {
        if (!names.isEmpty()) {
            line(out, "checks", names.size() + " " + did + ": " + String.join(", ", names));
        }
    }

    private static void line(StringBuilder out, String name, String value) {
        out.append(Width.line(String.format(Locale.ROOT, "%-9s", name), Table.clean(value)));
    }

    private static void steering(StringBuilder out, Dossier.Steering steering) {
        if (steering.priority() != 0) {
            line(out, "priority", Integer.toString(steering.priority()));
        }
        for (Dossier.Note note : steering.notes()) {
            line(out, "note", note.at() + " " + Table.clean(note.by()) + ": " + Table.clean(note.text()));
        }
    }

    private static String text(Dossier dossier, LedgerView view) {
        StringBuilder out = new StringBuilder();
        out.append(dossier.id()).append("  ").append(dossier.state()).append('\n');
        out.append(Width.line(
                "",
                Table.clean(dossier.hypothesis().family() + ": "
                        + dossier.hypothesis().title())));
        line(out, "reason", ReportText.reason(dossier));
        dossier.reopens().ifPresent(why -> line(out, "again", why));
        dossier.rationale().ifPresent(rationale -> out.append(Hypotheses.text(rationale)));
        steering(out, dossier.steering());
        dossier.verdict().ifPresent(verdict -> line(out, "result", String.valueOf(verdict.result())));
        dossier.comparison()
                .ifPresent(comparison -> line(
                        out,
                        "effect",
                        Words.change(comparison.ratio()) + " [" + Words.change(comparison.lower()) + ", "
                                + Words.change(comparison.upper()) + "] from "
                                + Plurals.of(comparison.pairs(), "pair")));
        design(out, dossier, view.runsOf(dossier.id()));
        Examined examined = Examined.of(dossier.votes());
        examined.words().ifPresent(said -> line(out, "panel", said));
        checks(out, examined.looked(), "looked and found nothing");
        checks(out, examined.couldNotLook(), "could not look, nothing here supplies the data");
        for (Vote vote : dossier.votes()) {
            line(out, "vote", vote.refuter() + " " + vote.ballot() + ": " + vote.reason());
        }
        change(out, dossier.hypothesis().change());
        List<Run> runs = view.runsOf(dossier.id());
        line(out, "runs", Integer.toString(runs.size()));
        runs.forEach(run ->
                run.waiting().ifPresent(why -> line(out, "waits", run.plan().key() + " " + why)));
        runs.stream()
                .flatMap(run -> run.result().stream())
                .flatMap(result -> result.arms().stream())
                .flatMap(arm -> arm.notes().stream())
                .distinct()
                .limit(MAX_NOTES)
                .forEach(note -> line(out, "noted", note));
        runs.stream()
                .filter(run -> view.isLate(run))
                .forEach(run -> line(
                        out,
                        "late",
                        run.plan().key() + ": its result came after it had been given up as " + run.state()
                                + "; kept, not counted"));
        return out.toString();
    }
}
