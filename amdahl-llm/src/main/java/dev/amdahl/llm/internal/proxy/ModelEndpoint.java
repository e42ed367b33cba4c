package dev.amdahl.llm.internal.proxy;

import com.google.common.net.HostAndPort;
import java.net.URI;
import java.util.Set;

/**
 * The service that a program inside asks as {@code http://127.0.0.1:8118/v1}, without the key, which is added outside. Its text does not show
 * the key.
 *
 * @param base address with its version, {@code http} or {@code https}, without the path of a call
 * @param header that carries the key
 * @param key as it stands in the header; empty text where none is asked for
 * @param paths below the base that may be called, such as {@code /messages}
 * @param models that may be asked, by the names that the service knows them by; empty for all
 */
public record ModelEndpoint(URI base, String header, String key, Set<String> paths, Set<String> models) {
    /** What stands before the path of a call inside. */
    static final String INSIDE = "/v1";

    private static final int MIN_SECRET = 12;
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    public ModelEndpoint {
        paths = Set.copyOf(paths);
        models = Set.copyOf(models);
    }

    boolean isSecure() {
        return "https".equals(base.getScheme());
    }

    /** Returns the host with its port, as a rule names it. */
    public HostAndPort host() {
        int port = base.getPort() >= 0 ? base.getPort() : isSecure() ? HTTPS : HTTP;
        return HostAndPort.fromParts(base.getHost(), port);
    }

    /**
     * Returns the path to call outside, with its query.
     *
     * @throws ProxyRefusal if it may not be called
     */
    String outside(String target) throws ProxyRefusal {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (!path.startsWith(INSIDE) || !paths.contains(path.substring(INSIDE.length()))) {
            throw new ProxyRefusal(403, "the path '" + path + "' of the model's service is none that it may call");
        }
        String below = base.getRawPath().endsWith("/")
                ? base.getRawPath().substring(0, base.getRawPath().length() - 1)
                : base.getRawPath();
        return below + target.substring(INSIDE.length());
    }

    /** Returns the key alone, without the name of its scheme; empty for a mere word in its place, which may stand in any answer. */
    String secret() {
        String alone = key.substring(key.lastIndexOf(' ') + 1);
        return alone.length() < MIN_SECRET ? "" : alone;
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
