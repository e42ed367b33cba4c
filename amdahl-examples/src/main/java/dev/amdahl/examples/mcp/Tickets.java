package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What takes long: a call waits for a while, then gives a ticket that {@code status} asks for. Thread-safe. */
final class Tickets implements AutoCloseable {
    private static final int MOST_RUNNING = 2;
    private static final int MOST_KEPT = 50;

    private final McpSettings settings;
    private final Root root;
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private int last;
    private boolean isClosed;

    Tickets(McpSettings settings, Root root) {
        this.settings = settings;
        this.root = root;
    }

    /** Runs a command of the command line. */
    Reply run(String tool, List<String> arguments) {
        List<String> command = new ArrayList<>(settings.program());
        command.addAll(arguments);
        String ticket;
        Job job;
        synchronized (this) {
            long running = jobs.values().stream().filter(Job::isRunning).count();
            if (running >= MOST_RUNNING || isClosed) {
                return Reply.error(
                        tool + ": " + running + " calls are running; ask status, and call again when one is done");
            }
            job = Job.start(tool, command, root.folder(), settings.timeLimit());
            ticket = "t" + ++last;
            jobs.put(ticket, job);
            forgetOldest();
        }
        if (!job.isDone(settings.patience())) {
            return Reply.of(
                    row(ticket, job).put("next", "call status with this ticket").toString());
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
                .limit(Math.max(0, jobs.size() - MOST_KEPT))
                .toList();
        for (String ticket : ended) {
            Optional.ofNullable(jobs.remove(ticket)).ifPresent(Job::forget);
        }
    }

    /** What became of a ticket; its answer, once it is done. */
    Reply status(Arguments arguments, String ticket) {
        Job job;
        synchronized (this) {
            job = jobs.get(ticket);
        }
        if (job == null) {
            throw arguments.error("ticket", "there is no '" + ticket + "'", "call status without it for a list");
        }
        return job.isRunning() ? Reply.of(row(ticket, job).toString()) : job.reply();
    }

    synchronized ArrayNode rows() {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        jobs.forEach((ticket, job) -> rows.add(row(ticket, job)));
        return rows;
    }

    private static ObjectNode row(String ticket, Job job) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("ticket", ticket)
                .put("tool", job.tool())
                .put("state", job.isRunning() ? "running" : "done")
                .put("seconds", job.seconds());
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        jobs.values().forEach(Job::end);
        jobs.values().forEach(Job::forget);
    }
}
