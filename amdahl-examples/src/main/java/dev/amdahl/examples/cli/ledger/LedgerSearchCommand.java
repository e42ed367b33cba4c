package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.search.LedgerQuery;
import dev.amdahl.core.ledger.search.LedgerSearch;
import dev.amdahl.core.ledger.search.SearchHit;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Csv;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ledger search [TEXT]}: what was tried, how it ended and why. */
@Command(
        name = "search",
        description = "Find what was tried, how it ended and why, such as: what failed for COMM_EXPOSED.",
        footer = "  amdahl ledger search --ledger ./amdahl 'what failed for SYNC_STALL, and why'")
final class LedgerSearchCommand extends CliCommand {
    @Parameters(paramLabel = "TEXT", arity = "0..*", description = "Words, or a question in plain words.")
    private List<String> text = List.of();

    @Option(names = "--class", paramLabel = "CLASS", description = "Only what addresses this class; may be repeated.")
    private Set<Bottleneck> classes = Set.of();

    @Option(names = "--state", paramLabel = "STATE", description = "Only hypotheses in this state; may be repeated.")
    private Set<HypothesisState> states = Set.of();

    @Option(names = "--family", paramLabel = "NAME", description = "Only this job.")
    private @Nullable String family;

    @Option(
            names = "--since",
            paramLabel = "DAY",
            description = "Only what moved since this day or instant (UTC), such as 2026-03-01.")
    private @Nullable String since;

    @Option(names = "--top", paramLabel = "N", description = "Maximum number of hits; default 20.")
    private int top = LedgerQuery.ALL.most();

    @Mixin
    private Csv csv = new Csv();

    @Override
    public Answer answer() {
        LedgerQuery query = query();
        LedgerView view = LedgerReader.view(requireLedger());
        LedgerSearch search = LedgerSearch.over(view);
        List<SearchHit> found = search.find(query);
        int count = search.count(query);
        ObjectNode json = Json.object().put("matches", count);
        json.set("found", Json.array(found, LedgerSearchCommand::row));
        List<HostHealth.ClusterVerdict> clusters = clusters(view);
        json.set("clusters", Json.array(clusters, LedgerSearchCommand::row));
        String said = clusters.isEmpty() || count > 0
                ? count == 0 ? nothing(search.count(LedgerQuery.ALL)) : text(found, count)
                : "";
        String all = clusters.isEmpty() ? said : text(clusters) + (said.isEmpty() ? "" : "\n" + said);
        return csv.of(Answer.of(json, all), "found");
    }

    /** Clusters that were accepted or sent back, where no option asks for changes alone and every word is of one. */
    private List<HostHealth.ClusterVerdict> clusters(LedgerView view) {
        if (!classes.isEmpty() || !states.isEmpty() || family != null || since != null) {
            return List.of();
        }
        List<String> words =
                List.of(String.join(" ", text).toLowerCase(Locale.ROOT).strip().split("\\s+", -1));
        return new TreeMap<>(view.totals().clusters())
                .values().stream()
                        .filter(verdict -> {
                            String all = row(verdict).toString().toLowerCase(Locale.ROOT);
                            return words.stream().allMatch(all::contains);
                        })
                        .toList();
    }

    private static ObjectNode row(HostHealth.ClusterVerdict verdict) {
        ObjectNode row = Json.object()
                .put("cluster", verdict.cluster())
                .put("provider", verdict.provider())
                .put("verdict", verdict.outcome().name());
        row.set("sick", Json.texts(verdict.sick()));
        row.set("reasons", Json.texts(verdict.reasons()));
        row.set("not_tested", Json.texts(verdict.untested()));
        return row;
    }

    private static String text(List<HostHealth.ClusterVerdict> clusters) {
        Table table = new Table("cluster", "provider", "verdict", "sick", "why");
        clusters.forEach(verdict -> table.row(
                verdict.cluster(),
                verdict.provider(),
                verdict.outcome().name(),
                String.join(", ", verdict.sick()),
                String.join("; ", verdict.reasons())));
        return table.toString();
    }

    private static String nothing(int all) {
        return all == 0
                ? "nothing was tried yet"
                : "none of the " + all + " changes in the ledger matches; ask, for example:\n"
                        + "  ledger search what failed for COMM_EXPOSED    a class, and how it ended\n"
                        + "  ledger search workers                         a word of the change, of the job or of the reason\n"
                        + "  ledger search --state NO_EFFECT               one state\n"
                        + "  ledger search                                 all, the newest first";
    }

    private LedgerQuery query() {
        LedgerQuery query = LedgerQuery.ALL
                .classes(classes)
                .states(states)
                .most(Options.atLeast("--top", top, 1))
                .asking(String.join(" ", text));
        if (family != null) {
            query = query.family(family);
        }
        return since == null ? query : query.since(instant(since));
    }

    private static Instant instant(String text) {
        try {
            return text.contains("T")
                    ? Instant.parse(text)
                    : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException e) {
            throw new InvalidInputException(
                    "--since", "'" + text + "' is not a day", "write it as 2026-03-01 or 2026-03-01T12:00:00Z");
        }
    }

    private static ObjectNode row(SearchHit found) {
        Dossier dossier = found.dossier();
        ObjectNode row = Json.object()
                .put("rank", found.rank())
                .put("score", found.score())
                .put("id", dossier.id())
                .put("family", dossier.hypothesis().family())
                .put("class", dossier.hypothesis().bottleneck().name())
                .put("title", dossier.hypothesis().title())
                .put("state", dossier.state().name())
                .put("reason", dossier.reason())
                .put("result", dossier.verdict().map(Verdict::result).orElse(null))
                .put("moved_at", dossier.movedAt().toString())
                .put("reopens", dossier.reopens().orElse(null));
        row.set("effect", Outcomes.effect(dossier));
        row.set("interval", Outcomes.interval(dossier.comparison()));
        row.put("pairs", dossier.comparison().map(Comparison::pairs).orElse(0));
        row.set("objections", Json.texts(found.objections()));
        row.set("evidence_ids", Json.texts(found.evidence()));
        return row;
    }

    private static String text(List<SearchHit> found, int count) {
        Table table = new Table("rank", "id", "job", "class", "change", "state", "effect", "why");
        found.forEach(each -> {
            Dossier dossier = each.dossier();
            table.row(
                    Integer.toString(each.rank()),
                    dossier.id(),
                    dossier.hypothesis().family(),
                    dossier.hypothesis().bottleneck().name(),
                    dossier.hypothesis().title(),
                    dossier.state().name(),
                    Words.change(dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty())),
                    dossier.reason());
        });
        return count > found.size() ? table + "the best " + found.size() + " of " + count : table.toString();
    }
}
