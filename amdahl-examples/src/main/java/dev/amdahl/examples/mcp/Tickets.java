package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.schedulers.local.OwnedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What takes long: a call waits for a while, then gives a ticket that {@code status} asks for. Thread-safe. */
final class Tickets implements AutoCloseable {
    private static final int MAX_RUNNING = 2;
    private static final int MAX_KEPT = 50;
    private static final int MAX_WORDS = 500;
    private static final Pattern PAIRS = Pattern.compile("^pairs (\\d{1,9}) of at most (\\d{1,9})");
    private static final String WAITS = "waits for ";
    private static final String FILES = "amdahl-mcp";
    private static final Logger LOG = LoggerFactory.getLogger(Tickets.class);

    private final McpSettings settings;
    private final Root root;
    private final Path files;
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final Map<String, String> requests = new LinkedHashMap<>();
    /** In all tickets, so that those of an earlier server are not taken for these. */
    private final String server = Integer.toString(new SecureRandom().nextInt(1 << 20), Character.MAX_RADIX);

    private int last;
    private boolean isClosed;

    Tickets(McpSettings settings, Root root) {
        this.settings = settings;
        this.root = root;
        try {
            OwnedFolder.sweep(FILES);
            files = OwnedFolder.create(FILES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a folder that goes with this server. */
    Path files() {
        return files;
    }

    /** Runs a command of the command line. */
    Reply run(String tool, List<String> arguments) {
        return run(tool, arguments, "");
    }

    /** Runs one that reads standard input. */
    Reply run(String tool, List<String> arguments, String input) {
        return run(tool, arguments, input, settings.patience());
    }

    /** Runs one and waits that long before it gives a ticket. */
    Reply run(String tool, List<String> arguments, String input, Duration patience) {
        List<String> command = new ArrayList<>(settings.program());
        command.addAll(arguments);
        String ticket;
        Job job;
        synchronized (this) {
            long running = jobs.values().stream().filter(Job::isRunning).count();
            if (running >= MAX_RUNNING || isClosed) {
                return Reply.error(
                        tool + ": " + running + " calls are running; ask status, and call again when one is done");
            }
            job = Job.start(tool, command, input, root.folder(), files, settings.timeLimit());
            ticket = "t" + ++last + "-" + server;
            jobs.put(ticket, job);
            forgetOldest();
        }
        boolean isDone = job.isDone(patience);
        if (Thread.interrupted()) {
            job.cancel();
            return Reply.error(tool + ": the call was cancelled");
        }
        if (!isDone) {
            return Reply.of(row(ticket, job)
                            .put("next", "call status with this ticket, or cancel to end it")
                            .toString())
                    .withTicket(ticket);
        }
        synchronized (this) {
            jobs.remove(ticket);
        }
        Reply reply = job.reply();
        job.forget();
        return reply;
    }

    private void forgetOldest() {
        List<String> ended = jobs.entrySet().stream()
                .filter(entry -> !entry.getValue().isRunning())
                .map(Map.Entry::getKey)
                .limit(Math.max(0, jobs.size() - MAX_KEPT))
                .toList();
        for (String ticket : ended) {
            Optional.ofNullable(jobs.remove(ticket)).ifPresent(Job::forget);
        }
        requests.values().retainAll(jobs.keySet());
    }

    /** Returns what became of a ticket; its answer, once it is done. */
    Reply status(Arguments arguments, String ticket) {
        Job job = job(arguments, ticket);
        return job.isRunning() ? Reply.of(row(ticket, job).toString()) : job.reply();
    }

    private synchronized Job job(Arguments arguments, String ticket) {
        return Optional.ofNullable(jobs.get(ticket))
                .orElseThrow(() -> arguments.error(
                        "ticket",
                        "there is no '" + ticket + "'",
                        "call status without it for a list; tickets end with their server, and a patch that"
                                + " judge was given goes on when it is given again"));
    }

    /** Ends one; says what became of it. */
    Reply cancel(Arguments arguments, String ticket) {
        Job job = job(arguments, ticket);
        job.cancel();
        return job.isOver()
                ? Reply.of(row(ticket, job).toString())
                : Reply.error("cancel: " + ticket + " is still ending; ask status");
    }

    /** Keeps in mind which request a ticket answered. */
    synchronized void answered(String request, String ticket) {
        requests.put(request, ticket);
    }

    /** A request is taken back that may have a ticket already. */
    synchronized void takenBack(String request) {
        Optional.ofNullable(requests.remove(request))
                .map(jobs::get)
                .filter(Job::isRunning)
                .ifPresent(Job::cancel);
    }

    /** Ends what nobody waits for any more. */
    synchronized void takeBack(String ticket) {
        Optional.ofNullable(jobs.remove(ticket)).ifPresent(job -> {
            job.cancel();
            job.forget();
        });
    }

    synchronized ArrayNode rows() {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        jobs.forEach((ticket, job) -> rows.add(row(ticket, job)));
        return rows;
    }

    /** With what a run says of itself: how many pairs there are, or what it waits for. */
    private static ObjectNode row(String ticket, Job job) {
        ObjectNode row = JsonNodeFactory.instance
                .objectNode()
                .put("ticket", ticket)
                .put("tool", job.tool())
                .put("state", job.isRunning() ? "running" : job.isCancelled() ? "ended" : "done")
                .put("seconds", job.seconds());
        String words = job.isRunning() ? Arguments.shown(job.lastWords(), MAX_WORDS) : "";
        Matcher pairs = PAIRS.matcher(words);
        if (pairs.find()) {
            row.put("pairs", Integer.valueOf(pairs.group(1))).put("most_pairs", Integer.valueOf(pairs.group(2)));
        }
        if (words.startsWith(WAITS)) {
            row.put("waits_for", words.substring(WAITS.length()));
        }
        return words.isEmpty() ? row : row.put("says", words);
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        jobs.values().stream().map(Job::end).toList().forEach(CompletableFuture::join);
        jobs.values().forEach(Job::forget);
        try {
            if (Files.exists(files)) {
                Removal.of(files);
            }
        } catch (IOException e) {
            LOG.warn("{} could not be removed: {}", files, e.toString());
        }
    }
}
