package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.ExitCode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.NoticeKind;
import dev.amdahl.examples.jobs.NotifyChannel;
import dev.amdahl.examples.notify.NoticeBook;
import dev.amdahl.examples.notify.NoticeBook.Standing;
import dev.amdahl.examples.notify.Notifier;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code notify}: who is told of what, whether it arrived, and a sample. */
@Command(
        name = "notify",
        description = "Show who is notified of wins, regressions, freezes and budgets, and what arrived.",
        footer = "  amdahl notify --jobs jobs.yaml --test")
public final class NotifyCommand extends CliCommand {
    @Option(names = "--jobs", paramLabel = "FILE", description = "The jobs file with notify:; default amdahl.yaml.")
    private @Nullable Path named;

    @Option(names = "--test", description = "Send a sample through every channel now; exit code 4 if one fails.")
    private boolean isTest;

    @Override
    public Answer answer() throws InterruptedException {
        Path jobs = JobsFile.orUsual(named)
                .orElseThrow(() -> new InvalidInputException("notify", "no jobs file is named", "add --jobs FILE"));
        List<NotifyChannel> channels = JobsFile.read(jobs).channels();
        if (channels.isEmpty()) {
            throw new InvalidInputException(
                    jobs.toString(), "declares nobody to notify", "add notify: to it; docs/notify.md shows how");
        }
        Map<String, Standing> standings = standings();
        Map<String, Optional<String>> tests = new LinkedHashMap<>();
        if (isTest) {
            for (NotifyChannel channel : channels) {
                tests.put(channel.name(), Notifier.test(channel, Clock.systemUTC()));
            }
        }
        boolean isSound = tests.values().stream().allMatch(Optional::isEmpty);
        return new Answer(
                json(channels, standings, tests),
                text(channels, standings, tests),
                (isSound ? ExitCode.DONE : ExitCode.UNAVAILABLE).code());
    }

    private Map<String, Standing> standings() {
        String url = ledger();
        return url == null
                ? Map.of()
                : NoticeBook.of(LedgerLocation.of(url)).standings().stream()
                        .collect(Collectors.toMap(Standing::name, each -> each));
    }

    private static Standing standing(Map<String, Standing> standings, NotifyChannel channel) {
        return standings.getOrDefault(channel.name(), new Standing(channel.name(), 0, 0, 0, ""));
    }

    private static List<String> events(NotifyChannel channel) {
        return channel.events().stream().sorted().map(NoticeKind::word).toList();
    }

    private static ObjectNode json(
            List<NotifyChannel> channels, Map<String, Standing> standings, Map<String, Optional<String>> tests) {
        ObjectNode json = Json.object();
        json.set("channels", Json.array(channels, channel -> {
            Standing standing = standing(standings, channel);
            ObjectNode row = Json.object().put("name", channel.name());
            row.set("events", Json.texts(events(channel)));
            row.put("sent", standing.sent())
                    .put("given_up", standing.failed())
                    .put("waiting", standing.waiting())
                    .put("problem", standing.problem().isEmpty() ? null : standing.problem());
            Optional<String> test = tests.get(channel.name());
            if (test != null) {
                row.put("test_arrived", test.isEmpty()).put("test_problem", test.orElse(null));
            }
            return row;
        }));
        return json;
    }

    private static String text(
            List<NotifyChannel> channels, Map<String, Standing> standings, Map<String, Optional<String>> tests) {
        Table table = tests.isEmpty()
                ? new Table("channel", "events", "sent", "given up", "waiting", "last problem")
                : new Table("channel", "sample");
        for (NotifyChannel channel : channels) {
            Standing standing = standing(standings, channel);
            Optional<String> test = tests.get(channel.name());
            if (test == null) {
                table.row(
                        channel.name(),
                        String.join(", ", events(channel)),
                        String.valueOf(standing.sent()),
                        String.valueOf(standing.failed()),
                        String.valueOf(standing.waiting()),
                        standing.problem().isEmpty() ? Words.NONE : standing.problem());
            } else {
                table.row(channel.name(), test.orElse("arrived"));
            }
        }
        return table.toString();
    }
}
