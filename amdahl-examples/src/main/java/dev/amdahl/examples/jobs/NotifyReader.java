package dev.amdahl.examples.jobs;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the {@code notify:} block of a jobs file: who is told of what. */
final class NotifyReader {
    private static final List<String> KINDS = List.of("webhook", "slack", "mail");
    /** What no header, no command to a mail server and no second address can be made of. */
    private static final Pattern ADDRESS =
            Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?");

    private static final Pattern SERVER = Pattern.compile("([A-Za-z0-9][A-Za-z0-9.-]*|\\[[0-9a-fA-F:]+])(:\\d{1,5})?");
    private static final int SUBMISSION = 587;
    private static final int SUBMISSIONS = 465;
    private static final int MAX_PORT = 65_535;

    private NotifyReader() {}

    /** Returns the channels in their order. */
    static List<NotifyChannel> read(Optional<Item> block, Path base) {
        List<NotifyChannel> channels = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Item item : block.map(Item::list).orElse(List.of())) {
            Fields fields = item.fields(
                    "webhook", "slack", "mail", "on", "page", "token", "server", "from", "tls", "user", "password");
            List<String> kinds = fields.given(KINDS.toArray(String[]::new));
            if (kinds.size() != 1) {
                throw item.error(
                        "names " + (kinds.isEmpty() ? "nobody" : "more than one way"),
                        "give one of webhook, slack, mail");
            }
            String kind = kinds.get(0);
            int number = seen.merge(kind, 1, Integer::sum);
            channels.add(new NotifyChannel(
                    number == 1 ? kind : kind + "-" + number,
                    target(kind, fields, base),
                    fields.optional("on").map(NotifyReader::events).orElse(EnumSet.allOf(NoticeKind.class)),
                    fields.optional("page").map(NotifyReader::page)));
        }
        return channels;
    }

    private static Set<NoticeKind> events(Item item) {
        Set<NoticeKind> events = EnumSet.noneOf(NoticeKind.class);
        for (Item each : item.list()) {
            String word = each.text();
            events.add(Arrays.stream(NoticeKind.values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst()
                    .orElseThrow(() ->
                            each.error("unknown event '" + word + "'", Nearest.remedy(word, NoticeKind.words()))));
        }
        if (events.isEmpty()) {
            throw item.error("names no event", "name some, or leave it out for all");
        }
        return events;
    }

    private static NotifyChannel.Target target(String kind, Fields fields, Path base) {
        Item given = fields.required(kind, "");
        List<String> others =
                kind.equals("mail") ? fields.given("token") : fields.given("server", "from", "tls", "user", "password");
        List<String> wrong = kind.equals("slack") && others.isEmpty() ? fields.given("token") : others;
        if (!wrong.isEmpty()) {
            throw fields.required(wrong.get(0), "").error("is not for " + kind, "remove it");
        }
        return switch (kind) {
            case "webhook" ->
                new NotifyChannel.Webhook(
                        url(given, base), fields.optional("token").map(item -> Secret.read(item, base)));
            case "slack" -> new NotifyChannel.Slack(Secret.read(given, base));
            default -> mail(given, fields, base);
        };
    }

    /** An address may be a secret itself. */
    private static Secret url(Item item, Path base) {
        return item.isMapping() ? Secret.read(item, base) : Secret.text(web(item));
    }

    private static String page(Item item) {
        String page = web(item);
        return page.endsWith("/") ? page : page + "/";
    }

    private static String web(Item item) {
        String text = item.text();
        try {
            URI uri = URI.create(text);
            boolean isWeb =
                    ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
            if (isWeb && uri.getUserInfo() == null && uri.getFragment() == null) {
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw item.error("is not an address", "write it like https://host/path");
        }
        throw item.error("is not a web address, or holds a user name", "write it like https://host/path");
    }

    private static NotifyChannel.Mail mail(Item to, Fields fields, Path base) {
        List<String> addresses = to.list().stream().map(NotifyReader::address).toList();
        if (addresses.isEmpty()) {
            throw to.error("names nobody", "give addresses as [one@example.org, two@example.org]");
        }
        Item server = fields.required("server", "add the mail server, as server: HOST:PORT");
        NotifyChannel.Security security =
                fields.optional("tls").map(NotifyReader::security).orElse(NotifyChannel.Security.STARTTLS);
        String text = server.text();
        if (!SERVER.matcher(text).matches()) {
            throw server.error("'" + text + "' is not a server", "write it as HOST:PORT");
        }
        int colon = text.lastIndexOf(':');
        boolean hasPort = colon > text.lastIndexOf(']') && colon >= 0;
        String host = hasPort ? text.substring(0, colon) : text;
        int usual = security == NotifyChannel.Security.TLS ? SUBMISSIONS : SUBMISSION;
        int port = hasPort ? Integer.parseInt(text.substring(colon + 1)) : usual;
        if (port < 1 || port > MAX_PORT) {
            throw server.error("has the port " + port, "give one from 1 to " + MAX_PORT);
        }
        Optional<NotifyChannel.Login> login = login(fields, base);
        if (security == NotifyChannel.Security.NONE && login.isPresent() && !isLoopback(host)) {
            throw fields.required("tls", "").error("would send the password unencrypted", "write starttls or tls");
        }
        return new NotifyChannel.Mail(
                addresses, address(fields.required("from", "add the sender's address")), host, port, security, login);
    }

    private static Optional<NotifyChannel.Login> login(Fields fields, Path base) {
        List<String> given = fields.given("user", "password");
        if (given.size() == 1) {
            throw fields.required(given.get(0), "").error("is given alone", "give both user and password, or none");
        }
        return fields.optional("user")
                .map(user -> new NotifyChannel.Login(user.text(), Secret.read(fields.required("password", ""), base)));
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127\\.\\d+\\.\\d+\\.\\d+");
    }

    private static NotifyChannel.Security security(Item item) {
        String text = item.text();
        List<String> words = Arrays.stream(NotifyChannel.Security.values())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!words.contains(text)) {
            throw item.error("unknown word '" + text + "'", Nearest.remedy(text, words));
        }
        return NotifyChannel.Security.valueOf(text.toUpperCase(Locale.ROOT));
    }

    private static String address(Item item) {
        String text = item.text();
        if (!ADDRESS.matcher(text).matches()) {
            throw item.error(
                    "'" + text.replaceAll("\\s+", " ") + "' is not a mail address", "write it like name@example.org");
        }
        return text;
    }
}
