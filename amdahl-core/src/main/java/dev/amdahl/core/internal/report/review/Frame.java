package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Style;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;

/** What stands around the content of each page: head, style, script, landmarks. */
final class Frame {
    private static final String CSS = Style.PAGE + Style.PICTURE + resource("review.css");
    private static final String SCRIPT = resource("review.js");

    /** Runs the one script and uses the one style sheet of these pages, by their digests, and nothing else. */
    static final String POLICY = "default-src 'none'; style-src " + digest(CSS) + "; script-src " + digest(SCRIPT)
            + "; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private Frame() {}

    /** Returns a page with that content in its main part, which moves on while experiments run. */
    static String page(String title, Markup content) {
        return page(title, content, "<script>" + SCRIPT + "</script>");
    }

    private static String page(String title, Markup content, String script) {
        Markup head = new Markup()
                .empty("meta", "charset", "utf-8")
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .element("title", title + " · Amdahl Loop");
        Markup body = new Markup().element("a", "Skip to the content", "class", "skip", "href", "#content");
        body.open("header", "class", "top").open("nav", "aria-label", "Review");
        body.element("a", "Amdahl Loop", "href", "./", "class", "brand");
        body.element("a", "Waiting", "href", "./#waiting");
        body.element("a", "Running", "href", "./#running");
        body.element("a", "Decided", "href", "./#decided").close(2);
        body.open("main", "id", "content").add(content).close();
        return "<!DOCTYPE html>\n<html lang=\"en\"><head>" + head + "<style>" + CSS + "</style></head><body>" + body
                + script + "</body></html>\n";
    }

    /** A page that says one thing, and stays as it is. */
    static String notice(String title, String message) {
        Markup content = new Markup().element("h1", title);
        content.element("p", message).open("p").element("a", "To what waits", "href", "./");
        return page(title, content.close(), "");
    }

    private static String digest(String text) {
        byte[] hash = Hashing.sha256().hashString(text, UTF_8).asBytes();
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }

    private static String resource(String name) {
        try (InputStream in = Frame.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
