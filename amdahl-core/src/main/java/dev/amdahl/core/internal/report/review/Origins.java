package dev.amdahl.core.internal.report.review;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Under which name the page is called, and from which page: a name that somebody made to point here, and a form on a page of somebody
 * else, are refused.
 *
 * @param names allowed beside the address that a call came in on, and the loopback's
 */
record Origins(Set<String> names) {
    Origins {
        names = Set.copyOf(names);
    }

    /**
     * Lets through what was sent to this server by itself or by no page.
     *
     * @param isProgram whether the caller showed the token, as no browser does by itself
     */
    void check(HttpExchange exchange, boolean isProgram) throws Refusal {
        Optional<String> host = one(exchange, "Host");
        if (host.filter(name -> isOurs(name, exchange.getLocalAddress())).isEmpty()
                || exchange.getRequestURI().isAbsolute()) {
            throw forbidden(
                    "This server does not answer to that name. Use the address that it printed; a name of your own is"
                            + " allowed with --host NAME.");
        }
        boolean isChange = exchange.getRequestMethod().equals("POST");
        boolean hasOrigin = exchange.getRequestHeaders().containsKey("Origin");
        boolean isOwn = one(exchange, "Origin")
                .filter(origin -> isSame(origin, host.get()))
                .isPresent();
        boolean isFetchedElsewhere = isChange
                && one(exchange, "Sec-Fetch-Site")
                        .filter(site -> !site.equals("same-origin"))
                        .isPresent();
        if (hasOrigin ? !isOwn : isChange && !isProgram) {
            throw forbidden("The form is not from a page of this server.");
        }
        if (isFetchedElsewhere && !isProgram) {
            throw forbidden("The form was sent by a page of another server.");
        }
    }

    private boolean isOurs(String authority, InetSocketAddress local) {
        try {
            HostAndPort called = HostAndPort.fromString(authority);
            String host = called.getHost().toLowerCase(Locale.ROOT);
            return names.contains(host)
                    || (called.getPortOrDefault(80) == local.getPort() && isLocal(host, local.getAddress()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isLocal(String host, InetAddress local) {
        return InetAddresses.isInetAddress(host)
                ? InetAddresses.forString(host).equals(local)
                : host.equals("localhost") && local.isLoopbackAddress();
    }

    private static boolean isSame(String origin, String host) {
        try {
            URI uri = URI.create(origin);
            boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return isWeb && host.equalsIgnoreCase(uri.getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Optional<String> one(HttpExchange exchange, String header) {
        List<String> values = exchange.getRequestHeaders().getOrDefault(header, List.of());
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    private static Refusal forbidden(String message) {
        return new Refusal(403, "Not allowed", message);
    }
}
