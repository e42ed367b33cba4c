package dev.amdahl.core.functional;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.experiment.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A moment of a recorded story, and what the next cycle did then.
 *
 * @param name what it shows, for people
 * @param events how many events the ledger had
 * @param runs how many submissions the scheduler had taken
 * @param at the time of the next cycle
 * @param status what the scheduler says of every run
 * @param epoch the epoch of the code of the job that changes
 * @param answers one line for each answer that people have given
 * @param actions one line for each thing that the next cycle does to the scheduler and to the hypotheses; bookkeeping is left out
 */
record GoldenPoint(
        String name,
        int events,
        int runs,
        Instant at,
        RunStatus status,
        String epoch,
        List<String> answers,
        List<String> actions) {
    GoldenPoint {
        answers = List.copyOf(answers);
        actions = List.copyOf(actions);
    }

    /** What a cycle did: its calls of the scheduler, and the moves among the entries that it wrote. */
    static List<String> actions(List<String> calls, List<Entry> entries) {
        List<String> actions = new ArrayList<>(calls);
        entries.forEach(entry -> action(entry).forEach(actions::add));
        return actions;
    }

    private static Stream<String> action(Entry entry) {
        if (entry instanceof Entry.Proposed proposed) {
            return Stream.of("propose " + proposed.subject());
        } else if (entry instanceof Entry.Designed designed) {
            return Stream.of("design " + designed.hypothesis());
        } else if (entry instanceof Entry.SetOpened opened) {
            return Stream.of("open " + opened.hypothesis() + " set " + opened.set());
        } else if (entry instanceof Entry.Moved moved) {
            return Stream.of("move " + moved.hypothesis() + " " + moved.to());
        } else if (entry instanceof Entry.Decided decided) {
            return Stream.of(
                    "decide " + decided.subject() + " " + decided.verdict().state());
        } else if (entry instanceof Entry.RunEnded ended) {
            return Stream.of("end " + ended.key() + " " + ended.state());
        } else if (entry instanceof Entry.ReviewAsked asked) {
            return Stream.of("ask " + asked.hypothesis());
        } else if (entry instanceof Entry.Answered answered) {
            return Stream.of("answer " + answered.subject());
        }
        return Stream.empty();
    }

    /** As lines of a file. */
    Stream<String> lines() {
        String head = "point " + name + " events=" + events + " runs=" + runs + " at=" + at + " status=" + status
                + " epoch=" + epoch;
        return Stream.of(
                        Stream.of(head),
                        answers.stream().map(answer -> "given " + answer),
                        actions.stream().map(action -> "do " + action))
                .flatMap(part -> part);
    }

    /** The points of a file. */
    static List<GoldenPoint> read(List<String> lines) {
        List<GoldenPoint> points = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= lines.size(); i++) {
            if (i == lines.size() || lines.get(i).startsWith("point ")) {
                points.add(one(lines.subList(from, i)));
                from = i;
            }
        }
        return points;
    }

    private static GoldenPoint one(List<String> lines) {
        String[] head = lines.get(0).split(" ", -1);
        Map<String, String> values = Stream.of(head)
                .skip(2)
                .map(part -> part.split("=", 2))
                .collect(Collectors.toMap(part -> part[0], part -> part[1], (a, b) -> b, TreeMap::new));
        return new GoldenPoint(
                head[1],
                Integer.parseInt(values.get("events")),
                Integer.parseInt(values.get("runs")),
                Instant.parse(values.get("at")),
                RunStatus.valueOf(values.get("status")),
                values.get("epoch"),
                those(lines, "given "),
                those(lines, "do "));
    }

    private static List<String> those(List<String> lines, String prefix) {
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .toList();
    }
}
