package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the ledger holds, to be read: its report, the notes of people, and all on one hypothesis; also of what {@code judge} was asked. Texts
 * are data. Immutable.
 */
final class LedgerResources {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String SCHEME = "amdahl://";
    private static final String REPORT = SCHEME + "report";
    private static final String NOTES = SCHEME + "notes";
    private static final String DOSSIER = "dossier";
    private static final String JUDGED = "judged";
    private static final Pattern PAGE_OF_REPORT = Pattern.compile("amdahl://report(?:/([1-9]\\d{0,5}))?");
    private static final Pattern HYPOTHESIS =
            Pattern.compile("amdahl://(dossier|judged)/([A-Za-z0-9][A-Za-z0-9._-]{0,99})");
    private static final int MAX_URI = 200;
    private static final int MAX_LISTED = 100;
    private static final int MAX_NOTES = 200;
    private static final int MAX_CHARACTERS = 400_000;
    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final String HTML = "text/html";
    private static final String DOCUMENT = "application/json";

    private final McpSettings settings;
    private final Tickets tickets;

    LedgerResources(McpSettings settings, Tickets tickets) {
        this.settings = settings;
        this.tickets = tickets;
    }

    /** Returns a page of those that there are: the newest hypotheses first. */
    ObjectNode list(ObjectNode parameters) throws Refusal {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        settings.ledger().filter(LedgerResources::isThere).ifPresent(url -> {
            add(all, resource(REPORT, "report", "the ledger as a page with pictures", HTML));
            add(all, resource(NOTES, "notes", "what people noted on hypotheses", DOCUMENT));
            newestFirst(LedgerReader.view(url)).forEach(dossier -> add(all, resource(DOSSIER, dossier)));
        });
        judged().ifPresent(judged ->
                newestFirst(LedgerReader.view(judged)).forEach(dossier -> add(all, resource(JUDGED, dossier))));
        List<String> names = List.copyOf(all.keySet());
        int begin = begin(names, parameters);
        int end = Math.min(names.size(), begin + MAX_LISTED);
        ObjectNode page = JSON.objectNode();
        ArrayNode rows = page.putArray("resources");
        names.subList(begin, end).forEach(name -> rows.add(all.get(name)));
        return end < names.size() ? page.put("nextCursor", names.get(end - 1)) : page;
    }

    /** A cursor is the last resource of the page before: those that come meanwhile do not shift the pages. */
    private static int begin(List<String> names, ObjectNode parameters) throws Refusal {
        String cursor = parameters.path("cursor").asText();
        int last = names.indexOf(cursor);
        if (!cursor.isEmpty() && last < 0) {
            throw Refusal.of(Refusal.BAD_PARAMETERS, "the cursor is not from this server; list again without one");
        }
        return last + 1;
    }

    private static void add(Map<String, ObjectNode> all, ObjectNode resource) {
        all.put(resource.path("uri").asText(), resource);
    }

    private static List<Dossier> newestFirst(LedgerView view) {
        List<Dossier> dossiers = new ArrayList<>(view.dossiers());
        Collections.reverse(dossiers);
        return dossiers;
    }

    private static ObjectNode resource(String uri, String name, String description, String type) {
        return JSON.objectNode()
                .put("uri", uri)
                .put("name", name)
                .put("description", description)
                .put("mimeType", type);
    }

    private static ObjectNode resource(String kind, Dossier dossier) {
        return resource(
                        SCHEME + kind + "/" + dossier.id(),
                        kind + " " + dossier.id(),
                        dossier.state() + ", "
                                + Arguments.shown(dossier.hypothesis().family(), 100),
                        DOCUMENT)
                .put("title", Arguments.shown(dossier.hypothesis().title(), 200));
    }

    /** Returns the forms of addresses. */
    ObjectNode templates(ObjectNode parameters) throws Refusal {
        begin(List.of(), parameters);
        ObjectNode page = JSON.objectNode();
        page.putArray("resourceTemplates")
                .add(template(
                        DOSSIER + "/{id}",
                        "everything about one hypothesis of the ledger: claim, runs, votes, verdict",
                        DOCUMENT))
                .add(template(JUDGED + "/{id}", "the same of one that judge was given", DOCUMENT))
                .add(template("report/{page}", "a page of a report that is too long for one answer", HTML));
        return page;
    }

    private static ObjectNode template(String form, String description, String type) {
        return JSON.objectNode()
                .put("uriTemplate", SCHEME + form)
                .put("name", form.substring(0, form.indexOf('/')))
                .put("description", description)
                .put("mimeType", type);
    }

    /** Returns the content of one. */
    ObjectNode read(ObjectNode parameters) throws Refusal {
        String uri = parameters.path("uri").asText();
        String known = uri.length() <= MAX_URI ? uri : "";
        Matcher report = PAGE_OF_REPORT.matcher(known);
        Matcher hypothesis = HYPOTHESIS.matcher(known);
        Optional<String> ledger = settings.ledger();
        if (ledger.isPresent() && report.matches()) {
            int page =
                    Optional.ofNullable(report.group(1)).map(Integer::valueOf).orElse(1);
            return page(uri, page, report(ledger.get()));
        }
        if (ledger.isPresent() && known.equals(NOTES)) {
            return contents(
                    uri, DOCUMENT, notes(LedgerReader.view(ledger.get())).toString());
        }
        if (hypothesis.matches()) {
            Optional<String> holder = hypothesis.group(1).equals(DOSSIER) ? ledger : judged();
            if (holder.isPresent()) {
                return contents(
                        uri,
                        DOCUMENT,
                        told(
                                uri,
                                List.of("ledger", "show", "--json", "--ledger=" + holder.get(), hypothesis.group(2))));
            }
        }
        throw absent(uri);
    }

    private static Refusal absent(String uri) {
        return Refusal.of(Refusal.NO_RESOURCE, "Resource not found: " + Arguments.shown(uri));
    }

    /** Returns the ledger of what was judged, once there is one. */
    private Optional<String> judged() {
        return settings.ledger()
                .flatMap(url -> LedgerLocation.of(url).base())
                .map(base -> base.resolveSibling(base.getFileName() + ".judged").toString())
                .filter(LedgerResources::isThere);
    }

    private static boolean isThere(String url) {
        LedgerLocation location = LedgerLocation.of(url);
        return location.isOnServer()
                || location.eventFile().filter(Files::exists).isPresent();
    }

    private static ArrayNode notes(LedgerView view) {
        ArrayNode rows = JSON.arrayNode();
        for (Dossier dossier : newestFirst(view)) {
            for (Dossier.Note note : dossier.steering().notes()) {
                if (rows.size() < MAX_NOTES) {
                    rows.addObject()
                            .put("hypothesis", dossier.id())
                            .put("at", note.at().toString())
                            .put("by", note.by())
                            .put("text", note.text());
                }
            }
        }
        return rows;
    }

    private String report(String ledger) throws Refusal {
        try {
            Path folder = Files.createTempDirectory(tickets.files(), "report");
            try {
                List<String> command =
                        new ArrayList<>(List.of("report", "--json", "--ledger=" + ledger, "--out=" + folder));
                settings.jobs().ifPresent(jobs -> command.add("--jobs=" + jobs));
                told(REPORT, command);
                return Files.readString(folder.resolve("report.html"));
            } finally {
                Removal.of(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what a command says, which is waited for: a resource has no ticket. */
    private String told(String uri, List<String> command) throws Refusal {
        Duration patience = settings.patience().compareTo(PATIENCE) > 0 ? settings.patience() : PATIENCE;
        Reply reply = tickets.run("resource", command, "", patience);
        if (reply.ticket().isPresent()) {
            tickets.takeBack(reply.ticket().get());
            throw Refusal.of(
                    Refusal.FAILED,
                    "it takes longer than " + patience.toSeconds()
                            + " s; the user who starts the server may raise --patience");
        }
        if (reply.isError()) {
            throw reply.text().contains("there is none in this ledger")
                    ? absent(uri)
                    : Refusal.of(Refusal.FAILED, reply.text());
        }
        return reply.text();
    }

    private static ObjectNode page(String uri, int page, String text) throws Refusal {
        int pages = Math.max(1, (text.length() + MAX_CHARACTERS - 1) / MAX_CHARACTERS);
        if (page > pages) {
            throw absent(uri);
        }
        int begin = (page - 1) * MAX_CHARACTERS;
        ObjectNode result = contents(uri, HTML, text.substring(begin, Math.min(text.length(), begin + MAX_CHARACTERS)));
        ObjectNode meta = result.putObject("_meta").put("dev.amdahl/pages", pages);
        if (page < pages) {
            meta.put("dev.amdahl/next", REPORT + "/" + (page + 1));
        }
        return result;
    }

    private static ObjectNode contents(String uri, String type, String text) {
        ObjectNode result = JSON.objectNode();
        result.putArray("contents")
                .addObject()
                .put("uri", uri)
                .put("mimeType", type)
                .put("text", text);
        return result;
    }
}
