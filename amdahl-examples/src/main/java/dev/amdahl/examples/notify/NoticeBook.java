package dev.amdahl.examples.notify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was told through each channel, in the file {@code NAME.notices.json} beside the ledger; for a ledger in memory, in memory. A try
 * is written down before it is made, so that no event is tried more often than is allowed, whenever the process dies. Thread-safe.
 */
public final class NoticeBook {
    /** Times that one notice is tried. */
    static final int MAX_TRIES = 6;

    private static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2));
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> file;
    private final Map<String, Channel> channels = new LinkedHashMap<>();

    private NoticeBook(Optional<Path> file) {
        this.file = file;
    }

    /** What is known of one channel. */
    private static final class Channel {
        private final Map<String, Outcome> events = new LinkedHashMap<>();
        private final Map<String, Integer> tries = new LinkedHashMap<>();
        private long sent;
        private long givenUp;
        private int failures;
        private String problem = "";
        private Optional<Instant> next = Optional.empty();
    }

    /** How an event ended. */
    enum Outcome {
        /** It was told. */
        SENT,
        /** It was tried as often as is allowed. */
        FAILED,
        /** It is not told: it was there before the channel, or is none of its events. */
        OLD
    }

    /**
     * How one channel stands.
     *
     * @param name of the channel
     * @param sent events that were told
     * @param failed events that were given up
     * @param waiting events that will be tried again
     * @param problem why the last try failed; empty text if it did not
     */
    public record Standing(String name, long sent, long failed, int waiting, String problem) {}

    /** Returns the file beside a ledger; empty in memory. */
    static Optional<Path> file(LedgerLocation ledger) {
        return ledger.base().map(base -> base.resolveSibling(base.getFileName() + ".notices.json"));
    }

    /**
     * Reads what was told beside that ledger; nothing where there is no file.
     *
     * @throws InvalidInputException if the file cannot be read: nobody is told everything again
     */
    public static NoticeBook of(LedgerLocation ledger) {
        NoticeBook book = new NoticeBook(file(ledger));
        book.read();
        return book;
    }

    private synchronized void read() {
        if (file.isEmpty() || !Files.exists(file.get())) {
            return;
        }
        Path path = file.orElseThrow();
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(path));
            if (!root.path("channels").isObject()) {
                throw new IOException("it is not a list of channels");
            }
            for (Map.Entry<String, JsonNode> each : root.get("channels").properties()) {
                channels.put(each.getKey(), channel(each.getValue()));
            }
        } catch (IOException | DateTimeException | IllegalArgumentException e) {
            throw new InvalidInputException(
                    path.toString(),
                    "does not say what was sent",
                    "repair it, or remove it: past events are then not sent again, but waiting ones are",
                    e);
        }
    }

    private static Channel channel(JsonNode json) {
        Channel channel = new Channel();
        for (Map.Entry<String, JsonNode> event : json.path("events").properties()) {
            channel.events.put(event.getKey(), Outcome.valueOf(event.getValue().asText()));
        }
        for (Map.Entry<String, JsonNode> event : json.path("tries").properties()) {
            channel.tries.put(event.getKey(), event.getValue().asInt());
        }
        channel.sent = json.path("sent").asLong();
        channel.givenUp = json.path("given_up").asLong();
        channel.failures = json.path("failures").asInt();
        channel.problem = json.path("problem").asText();
        channel.next =
                Optional.of(json.path("next")).filter(JsonNode::isTextual).map(next -> Instant.parse(next.asText()));
        return channel;
    }

    private Channel channel(String name) {
        return channels.computeIfAbsent(name, any -> new Channel());
    }

    /** Returns keys that every channel is through with, for a quick look at a ledger. */
    synchronized Set<String> told(List<String> names) {
        Set<String> told = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            Channel known = channels.get(names.get(i));
            Set<String> own = known == null ? Set.of() : known.events.keySet();
            if (i == 0) {
                told.addAll(own);
            } else {
                told.retainAll(own);
            }
        }
        return told;
    }

    /** Returns whether nothing was ever told through a channel. */
    synchronized boolean isNew(String name) {
        return !channels.containsKey(name);
    }

    /** Puts down what a channel is never told: what was there before it was, and what nobody wants to hear through it. */
    synchronized void leaveOut(String name, List<Notice> notices) throws IOException {
        boolean isChanged = isNew(name);
        for (Notice notice : notices) {
            isChanged |= channel(name).events.putIfAbsent(notice.key(), Outcome.OLD) == null;
        }
        channel(name);
        if (isChanged) {
            write();
        }
    }

    /** Forgets events that are over and may come again. */
    synchronized void over(String name, String prefix, Set<String> standing) throws IOException {
        if (channel(name).events.keySet().removeIf(key -> key.startsWith(prefix) && !standing.contains(key))) {
            write();
        }
    }

    /** Returns what a channel is still to be told and may be told now, in order. */
    synchronized List<Notice> due(String name, List<Notice> all, Instant now) {
        Channel channel = channel(name);
        return channel.next.filter(now::isBefore).isPresent()
                ? List.of()
                : all.stream()
                        .filter(notice -> !channel.events.containsKey(notice.key()))
                        .toList();
    }

    /** A try is about to be made. */
    synchronized void trying(String name, Notice notice) throws IOException {
        Channel channel = channel(name);
        channel.tries.merge(notice.key(), 1, Integer::sum);
        write();
    }

    /** It was told. */
    synchronized void sent(String name, Notice notice) throws IOException {
        Channel channel = channel(name);
        channel.tries.remove(notice.key());
        channel.events.put(notice.key(), Outcome.SENT);
        channel.sent++;
        channel.failures = 0;
        channel.problem = "";
        channel.next = Optional.empty();
        write();
    }

    /** Returns whether that was the last try. */
    synchronized boolean failed(String name, Notice notice, String problem, Instant now) throws IOException {
        Channel channel = channel(name);
        channel.problem = problem;
        channel.next = Optional.of(now.plus(PAUSES.get(Math.min(channel.failures, PAUSES.size() - 1))));
        channel.failures++;
        boolean isLast = channel.tries.getOrDefault(notice.key(), 0) >= MAX_TRIES;
        if (isLast) {
            channel.tries.remove(notice.key());
            channel.events.put(notice.key(), Outcome.FAILED);
            channel.givenUp++;
        }
        write();
        return isLast;
    }

    /** Returns how often in a row a channel has failed. */
    synchronized int failures(String name) {
        return channel(name).failures;
    }

    /** Returns how the channels stand that were ever used. */
    public synchronized List<Standing> standings() {
        List<Standing> standings = new ArrayList<>();
        channels.forEach((name, channel) -> standings.add(
                new Standing(name, channel.sent, channel.givenUp, channel.tries.size(), channel.problem)));
        return standings;
    }

    private void write() throws IOException {
        if (file.isEmpty()) {
            return;
        }
        ObjectNode all = Json.object();
        channels.forEach((name, channel) -> {
            ObjectNode json = Json.object()
                    .put("sent", channel.sent)
                    .put("given_up", channel.givenUp)
                    .put("failures", channel.failures)
                    .put("problem", channel.problem);
            channel.next.ifPresent(next -> json.put("next", next.toString()));
            ObjectNode events = json.putObject("events");
            channel.events.forEach((key, outcome) -> events.put(key, outcome.name()));
            ObjectNode tries = json.putObject("tries");
            channel.tries.forEach(tries::put);
            all.set(name, json);
        });
        ObjectNode root = Json.object();
        root.set("channels", all);
        AtomicFiles.write(file.get(), Json.text(root).getBytes(StandardCharsets.UTF_8));
    }
}
