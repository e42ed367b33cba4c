package dev.amdahl.examples.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a model said, out of the answer of its server, whose ids and times are left out: the text of the APIs of OpenAI, TGI, SGLang and
 * llama.cpp. Of any other answer all of it.
 *
 * @param text what was said
 * @param tokens how many tokens the answer counts; 0 where it does not say
 */
record AnswerText(String text, double tokens) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> TEXTS = List.of(
            "/choices/0/text",
            "/choices/0/message/content",
            "/choices/0/delta/content",
            "/generated_text",
            "/token/text",
            "/text",
            "/content");
    private static final List<String> COUNTS = List.of(
            "/usage/completion_tokens",
            "/details/generated_tokens",
            "/meta_info/completion_tokens",
            "/tokens_predicted");
    private static final String EVENT = "data:";

    static AnswerText of(byte[] body, boolean isStream) {
        String all = new String(body, StandardCharsets.UTF_8);
        if (!isStream) {
            return ofDocument(all);
        }
        List<AnswerText> events = all.lines()
                .filter(line -> line.startsWith(EVENT))
                .map(line -> line.substring(EVENT.length()).strip())
                .filter(event -> !event.equals("[DONE]"))
                .map(AnswerText::ofDocument)
                .toList();
        return new AnswerText(
                events.stream().map(AnswerText::text).collect(Collectors.joining()),
                events.stream().mapToDouble(AnswerText::tokens).max().orElse(0));
    }

    private static AnswerText ofDocument(String document) {
        JsonNode tree;
        try {
            tree = JSON.readTree(document);
        } catch (JsonProcessingException e) {
            return new AnswerText(document, 0);
        }
        double tokens = COUNTS.stream()
                .mapToDouble(pointer -> tree.at(pointer).asDouble(0))
                .max()
                .orElse(0);
        return TEXTS.stream()
                .map(tree::at)
                .filter(JsonNode::isTextual)
                .findFirst()
                .map(text -> new AnswerText(text.textValue(), tokens))
                .orElseGet(() -> new AnswerText(isOnlyAbout(tree) ? "" : document, tokens));
    }

    /** Returns whether it is an event of a stream that says something of the answer and nothing of its text. */
    private static boolean isOnlyAbout(JsonNode tree) {
        return tree.has("choices") || tree.has("usage");
    }

    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    String digest() {
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }
}
