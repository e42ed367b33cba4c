package dev.amdahl.examples.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import java.util.List;
import java.util.Optional;

/**
 * A notice in Slack's form: blocks of plain text, in which nothing is markup, and a line for notifications and for servers that know no
 * blocks. There {@code & < >} are written as entities, and a mark of width zero keeps other signs from being taken for markup or a name.
 */
final class SlackMessage {
    private static final String BREAK = "\u200b";

    private SlackMessage() {}

    static ObjectNode of(Notice notice, Optional<String> page) {
        Optional<String> link = WebhookMessage.link(notice, page);
        ObjectNode json = Json.object()
                .put(
                        "text",
                        escaped(notice.headline()) + "\n" + escaped(notice.detail())
                                + link.map(url -> "\n" + url).orElse(""));
        List<ObjectNode> blocks = List.of(plain(notice.headline()), plain(notice.detail()));
        json.set("blocks", Json.array(blocks, block -> block));
        link.ifPresent(url -> json.withArray("blocks")
                .add(section(Json.object().put("type", "mrkdwn").put("text", "<" + url + "|Open the page>"))));
        return json;
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replaceAll("[*_~`@#:\\[\\]()!|]", "$0" + BREAK)
                .replaceAll("[*_~`]", BREAK + "$0");
    }

    private static ObjectNode plain(String text) {
        return section(Json.object().put("type", "plain_text").put("text", text).put("emoji", false));
    }

    private static ObjectNode section(ObjectNode text) {
        ObjectNode block = Json.object().put("type", "section");
        block.set("text", text);
        return block;
    }
}
