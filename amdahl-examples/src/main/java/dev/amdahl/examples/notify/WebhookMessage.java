package dev.amdahl.examples.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import java.net.URLEncoder;
import java.util.Optional;
import java.util.UUID;

/** A notice as JSON for programs. */
final class WebhookMessage {
    private WebhookMessage() {}

    static ObjectNode of(Notice notice, Optional<String> page) {
        ObjectNode json = Json.object()
                .put("id", id(notice))
                .put("event", notice.word())
                .put("at", notice.at().toString())
                .put("text", notice.headline())
                .put("detail", notice.detail());
        json.put("family", notice.family().isEmpty() ? null : notice.family());
        json.put("hypothesis", notice.hypothesis().isEmpty() ? null : notice.hypothesis());
        json.put("page", link(notice, page).orElse(null));
        return json;
    }

    /** Returns the same for the same event, so that who was sent it twice can tell. */
    static String id(Notice notice) {
        return UUID.nameUUIDFromBytes(notice.key().getBytes(UTF_8)).toString();
    }

    /** Returns the page of what it is about. */
    static Optional<String> link(Notice notice, Optional<String> page) {
        return page.map(base -> notice.hypothesis().isEmpty()
                ? base
                : base + "item?id=" + URLEncoder.encode(notice.hypothesis(), UTF_8));
    }
}
