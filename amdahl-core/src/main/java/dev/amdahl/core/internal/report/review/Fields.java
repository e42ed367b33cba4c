package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;

/** Names and values of a query or of a form. */
record Fields(Map<String, String> values) {
    /** More than the longest answer takes. */
    static final int MAX_BYTES = 1 << 17;

    private static final int MAX_FIELDS = 32;
    private static final String FORM = "application/x-www-form-urlencoded";

    Fields {
        values = Map.copyOf(values);
    }

    static Fields ofQuery(HttpExchange exchange) throws Refusal {
        String query = exchange.getRequestURI().getRawQuery();
        return parse(query == null ? "" : query);
    }

    static Fields ofBody(HttpExchange exchange) throws Refusal, IOException {
        String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
        if (!type.split(";", -1)[0].strip().equalsIgnoreCase(FORM)) {
            throw new Refusal(415, "Not a form", "Send " + FORM + ".");
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BYTES + 1);
        if (body.length > MAX_BYTES) {
            throw new Refusal(413, "Too long", "An answer has at most " + MAX_BYTES + " bytes.");
        }
        return parse(new String(body, UTF_8));
    }

    private static Fields parse(String text) throws Refusal {
        Map<String, String> values = new HashMap<>();
        String[] pairs = text.isEmpty() ? new String[0] : text.split("&", MAX_FIELDS + 1);
        try {
            for (String pair : pairs) {
                int split = pair.indexOf('=');
                String name = URLDecoder.decode(split < 0 ? pair : pair.substring(0, split), UTF_8);
                String value = split < 0 ? "" : URLDecoder.decode(pair.substring(split + 1), UTF_8);
                if (values.put(name, value) != null || values.size() > MAX_FIELDS) {
                    throw malformed();
                }
            }
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
        return new Fields(values);
    }

    /** Returns the value; empty text if there is none. */
    String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Returns the value that must be there. */
    String require(String name) throws Refusal {
        String value = get(name);
        if (value.isEmpty()) {
            throw new Refusal(400, "Not whole", "The field " + name + " is missing.");
        }
        return value;
    }

    private static Refusal malformed() {
        return new Refusal(400, "Not readable", "The fields of the call cannot be read.");
    }
}
