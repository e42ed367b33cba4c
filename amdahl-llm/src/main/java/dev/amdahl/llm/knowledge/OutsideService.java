package dev.amdahl.llm.knowledge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.Iterables;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;

/** What can be asked outside: how a question is put, and what its answer says. */
enum OutsideService {
    /** The query interface of arXiv, which answers with an Atom feed. */
    ARXIV(3) {
        @Override
        String question(OutsideEndpoint endpoint, List<String> words) {
            String all = Stream.of(either(words, "all:"), both(endpoint.words(), "all:"))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(" AND "));
            return asked(
                    endpoint, "?search_query=" + encoded(all) + "&start=0&max_results=" + MOST + "&sortBy=relevance");
        }

        @Override
        List<OutsideItem> items(byte[] body) throws IOException {
            try {
                return AtomFeed.entries(body);
            } catch (XMLStreamException broken) {
                throw new IOException("its answer is no Atom feed that can be read: " + first(broken), broken);
            }
        }
    },
    /** Issues and pull requests of GitHub, or a server that speaks its protocol. */
    GITHUB(6) {
        @Override
        String question(OutsideEndpoint endpoint, List<String> words) {
            List<String> terms = new ArrayList<>();
            terms.add(String.join(" OR ", words));
            terms.addAll(endpoint.words());
            endpoint.repository().ifPresent(name -> terms.add("repo:" + name));
            terms.add(endpoint.qualifiers());
            return asked(
                    endpoint,
                    "/search/issues?q="
                            + encoded(terms.stream()
                                    .filter(term -> !term.isBlank())
                                    .collect(Collectors.joining(" ")))
                            + "&per_page=" + MOST);
        }

        @Override
        List<OutsideItem> items(byte[] body) throws IOException {
            return documents(
                    array(read(body), "items"),
                    item -> OutsideItem.of(
                            text(item, "html_url"), text(item, "id"), text(item, "title"), text(item, "body")));
        }
    },
    /** Releases of one repository of GitHub. */
    RELEASES(6) {
        @Override
        String question(OutsideEndpoint endpoint, List<String> words) {
            String repository = endpoint.repository().orElseThrow();
            return asked(endpoint, "/repos/" + repository + "/releases?per_page=" + MOST);
        }

        @Override
        List<OutsideItem> items(byte[] body) throws IOException {
            JsonNode all = read(body);
            if (!all.isArray()) {
                throw new IOException("its answer is not a list of releases");
            }
            return documents(
                    all,
                    item -> OutsideItem.of(
                            text(item, "html_url"),
                            text(item, "id"),
                            text(item, "name").isBlank() ? text(item, "tag_name") : text(item, "name"),
                            text(item, "body")));
        }
    },
    /** An index of OpenSearch, or a server that speaks its protocol; its documents have a title, a text and a link under usual names. */
    OPENSEARCH(0) {
        @Override
        String question(OutsideEndpoint endpoint, List<String> words) {
            String all = Stream.of(either(words, ""), both(endpoint.words(), ""))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(" AND "));
            return asked(endpoint, "/_search?q=" + encoded(all) + "&size=" + MOST);
        }

        @Override
        List<OutsideItem> items(byte[] body) throws IOException {
            return documents(array(read(body).path("hits"), "hits"), hit -> {
                JsonNode source = hit.path("_source");
                return OutsideItem.of(
                        first(source, "url", "link", "html_url", "uri"),
                        text(hit, "_index") + "/" + text(hit, "_id"),
                        first(source, "title", "name", "subject"),
                        first(source, "text", "body", "content", "abstract", "summary", "description"));
            });
        }
    },
    /** A tool of a server that speaks the Model Context Protocol over its standard streams. */
    MCP(0) {
        @Override
        String question(OutsideEndpoint endpoint, List<String> words) {
            return String.join(" ", Iterables.concat(words, endpoint.words()));
        }

        @Override
        List<OutsideItem> items(byte[] body) throws IOException {
            JsonNode result = read(body);
            List<OutsideItem> items = new ArrayList<>();
            for (JsonNode part : array(result, "content")) {
                String text = first(part, "text", "description");
                String link = LINK.matcher(text)
                        .results()
                        .map(MatchResult::group)
                        .findFirst()
                        .orElse("");
                if (!text.isBlank() && items.size() < MOST) {
                    items.add(OutsideItem.of(
                            part.has("uri") ? text(part, "uri") : link,
                            "answer-" + (items.size() + 1) + "-" + Integer.toHexString(text.hashCode()),
                            part.has("name")
                                    ? text(part, "name")
                                    : text.strip().lines().findFirst().orElse(""),
                            text));
                }
            }
            return items;
        }
    };

    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST = 20;
    private static final Pattern LINK = Pattern.compile("https?://[^\\s)\\]>\"'`]{3,300}(?<![.,;:!?])");

    private final int pause;

    OutsideService(int pause) {
        this.pause = pause;
    }

    /** The name in settings. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Seconds between two questions that its terms of use, or its limits for those without a key, ask for. */
    int pause() {
        return pause;
    }

    /** Returns what is asked for documents with any of these words; nothing of a job is in it. */
    abstract String question(OutsideEndpoint endpoint, List<String> words);

    /** @throws IOException if it is no answer of this service */
    abstract List<OutsideItem> items(byte[] body) throws IOException;

    private static List<OutsideItem> documents(JsonNode list, Function<JsonNode, OutsideItem> reading) {
        List<OutsideItem> items = new ArrayList<>();
        for (JsonNode document : list) {
            if (document.isObject() && items.size() < MOST) {
                items.add(reading.apply(document));
            }
        }
        return items;
    }

    private static JsonNode read(byte[] body) throws IOException {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (IOException broken) {
            throw new IOException("its answer is no JSON", broken);
        }
        if (json == null || json.isMissingNode()) {
            throw new IOException("its answer is empty");
        }
        return json;
    }

    private static JsonNode array(JsonNode json, String field) throws IOException {
        JsonNode list = json.path(field);
        if (!list.isArray()) {
            throw new IOException("its answer has no list `" + field + "`");
        }
        return list;
    }

    private static String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isValueNode() && !value.isNull() ? value.asText() : "";
    }

    private static String first(JsonNode json, String... fields) {
        return Stream.of(fields)
                .map(field -> text(json, field))
                .filter(value -> !value.isBlank())
                .findFirst()
                .orElse("");
    }

    private static String first(Exception broken) {
        return String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
    }

    private static String either(List<String> words, String prefix) {
        return words.isEmpty()
                ? ""
                : words.stream().map(word -> prefix + word).collect(Collectors.joining(" OR ", "(", ")"));
    }

    private static String both(List<String> words, String prefix) {
        return words.stream().map(word -> prefix + word).collect(Collectors.joining(" AND "));
    }

    private static String asked(OutsideEndpoint endpoint, String rest) {
        return endpoint.address() + rest;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
