package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Calls a server letter by letter, as no client library would. */
record Caller(InetSocketAddress address, String base, String cookie) {
    private static final Pattern HIDDEN = Pattern.compile("type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\"");

    /** Someone who has opened the address with the token. */
    static Caller admitted(InetSocketAddress address, String base, ReviewSettings settings) {
        return admitted(address, base, settings.token());
    }

    static Caller admitted(InetSocketAddress address, String base, String token) {
        String set =
                new Caller(address, base, "").get("?token=" + token).headers().getOrDefault("set-cookie", ";");
        return new Caller(address, base, set.substring(0, set.indexOf(';')));
    }

    /** What came back; header names in lower case. */
    record Answered(int status, Map<String, String> headers, String body) {
        Answered is(int expected) {
            assertThat(status)
                    .as(body.substring(Math.max(0, body.indexOf("<main"))))
                    .isEqualTo(expected);
            return this;
        }
    }

    Answered get(String place, String... headers) {
        return call("GET", place, "", headers);
    }

    /** The form on the page of that hypothesis, with its hidden fields. */
    Map<String, String> form(String id) {
        return hidden(get("item?id=" + URLEncoder.encode(id, UTF_8)).is(200).body());
    }

    /** The hidden fields of a page's form. */
    static Map<String, String> hidden(String page) {
        Map<String, String> form = new LinkedHashMap<>();
        Matcher hidden = HIDDEN.matcher(page);
        while (hidden.find()) {
            form.put(hidden.group(1), hidden.group(2));
        }
        assertThat(form).containsKeys("id", "head", "seen", "form");
        return form;
    }

    /** Fills that form in and sends it as a browser does. */
    Answered answer(Map<String, String> form, String by, String decision, String reason) {
        Map<String, String> filled = new LinkedHashMap<>(form);
        filled.put("by", by);
        filled.put("decision", decision);
        filled.put("reason", reason);
        return post(filled, "Origin: " + origin());
    }

    Answered post(Map<String, String> form, String... headers) {
        return post("answer", form, headers);
    }

    Answered post(String place, Map<String, String> form, String... headers) {
        String body = form.entrySet().stream()
                .map(field ->
                        URLEncoder.encode(field.getKey(), UTF_8) + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        List<String> all = new ArrayList<>(List.of(headers));
        all.add("Content-Type: application/x-www-form-urlencoded");
        return call("POST", place, body, all.toArray(String[]::new));
    }

    String origin() {
        return "http://" + host();
    }

    String host() {
        return "127.0.0.1:" + address.getPort();
    }

    Answered call(String method, String place, String body, String... headers) {
        StringBuilder head = new StringBuilder(method + " " + base + place + " HTTP/1.1\r\n");
        List<String> lines = new ArrayList<>(List.of(headers));
        if (lines.stream().noneMatch(line -> line.startsWith("Host:"))) {
            lines.add("Host: " + host());
        }
        if (!cookie.isEmpty()) {
            lines.add("Cookie: other=1; " + cookie);
        }
        if (!method.equals("GET")) {
            lines.add("Content-Length: " + body.getBytes(UTF_8).length);
        }
        lines.add("Connection: close");
        lines.stream()
                .filter(line -> !line.equals("Host:"))
                .forEach(line -> head.append(line).append("\r\n"));
        return raw(head + "\r\n" + body);
    }

    Answered raw(String request) {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.getOutputStream().flush();
            String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
            int end = all.indexOf("\r\n\r\n");
            assertThat(end).as(all).isPositive();
            String[] lines = all.substring(0, end).split("\r\n", -1);
            Map<String, String> headers = new TreeMap<>();
            for (int i = 1; i < lines.length; i++) {
                int colon = lines[i].indexOf(':');
                headers.put(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), lines[i].substring(colon + 2));
            }
            return new Answered(Integer.parseInt(lines[0].split(" ", -1)[1]), headers, all.substring(end + 4));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
