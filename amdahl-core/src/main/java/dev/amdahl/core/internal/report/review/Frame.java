package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Style;
import dev.amdahl.core.internal.report.review.ReviewSettings.User;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** What stands around the content of each page: head, style, script, landmarks. */
final class Frame {
    private static final String CSS = Style.PAGE + Style.PICTURE + resource("review.css");
    private static final String SCRIPT = resource("review.js");

    /** Runs the one script and uses the one style sheet of these pages, by their digests, and nothing else. */
    static final String POLICY = "default-src 'none'; style-src " + digest(CSS) + "; script-src " + digest(SCRIPT)
            + "; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final Map<String, String> PAGES = new LinkedHashMap<>();

    static {
        PAGES.put("review", "Review");
        PAGES.put("runs", "Runs");
        PAGES.put("wins", "Wins");
        PAGES.put("jobs", "Jobs");
        PAGES.put("ledger", "Ledger");
        PAGES.put("audit", "Audit");
    }

    private Frame() {}

    /** Returns a page, and who looks at it. */
    static String page(Page page, User user) {
        Markup body =
                top(user).open("main", "id", "content").add(page.content()).close();
        return framed(page, body, "<script>" + SCRIPT + "</script>");
    }

    /** A page that says one thing to anybody, and stays as it is. */
    static String notice(String title, String message) {
        return notice(title, message, "./", new Markup());
    }

    /** A page that says one thing, with something to do about it. */
    static String notice(String title, String message, String home, Markup more) {
        Markup body = new Markup().open("main", "id", "content").element("h1", title);
        body.element("p", message).add(more).open("p").element("a", "To the control room", "href", home);
        return framed(Page.of(title, body), body.close(2), "");
    }

    /** Returns what every page begins with: the way to the others. */
    static Markup top(User user) {
        Markup top = new Markup().element("a", "Skip to the content", "class", "skip", "href", "#content");
        top.open("header", "class", "top").open("nav", "aria-label", "Pages");
        top.element("a", "Amdahl Loop", "href", "./", "class", "brand");
        PAGES.forEach((place, name) -> top.element("a", name, "href", place));
        if (!user.name().isEmpty()) {
            top.element("span", user.name() + ", " + user.role().word(), "class", "soft break");
        }
        return top.close(2);
    }

    private static String framed(Page page, Markup body, String script) {
        Markup head = new Markup()
                .empty("meta", "charset", "utf-8")
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        if (page.isLive()) {
            head.open("noscript")
                    .empty("meta", "http-equiv", "refresh", "content", "30")
                    .close();
        }
        head.element("title", page.title() + " · Amdahl Loop");
        return "<!DOCTYPE html>\n<html lang=\"en\"><head>" + head + "<style>" + CSS + "</style></head><body>" + body
                + script + "</body></html>\n";
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
