package dev.amdahl.core.internal.report.review;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.view.LedgerView;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What a review page is told: its ledger, whose keys sign, who may call it. Immutable. */
public final class ReviewSettings {
    private final Builder fields;

    private ReviewSettings(Builder fields) {
        this.fields = fields;
    }

    /**
     * Creates a page over that ledger.
     *
     * @param ledgerUrl as {@link dev.amdahl.core.ledger.Ledger#open} takes it, but not in memory
     */
    public static Builder over(String ledgerUrl) {
        return new Builder(requireNonNull(ledgerUrl));
    }

    /** Returns the ledger. */
    public String ledgerUrl() {
        return fields.ledgerUrl;
    }

    /** Returns the folder of private keys: whoever has the token answers in the names of these keys. */
    public Path keys() {
        return fields.keys;
    }

    /** Names under which the page may be called, beside those of the loopback and the address that it listens on. */
    public Set<String> hosts() {
        return Set.copyOf(fields.hosts);
    }

    /** Returns the secret that a caller must know. */
    public String token() {
        return fields.token;
    }

    /** For the time of answers and the end of forms. */
    public Clock clock() {
        return fields.clock;
    }

    /** Returns what monitors are shown of a ledger; empty where there is nothing for them. */
    public Optional<Function<LedgerView, String>> metrics() {
        return fields.metrics;
    }

    /** Returns the token of callers who may see the metrics and nothing else; empty where there is none. */
    public Optional<String> metricsToken() {
        return fields.metricsToken;
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {
        private static final int TOKEN_BYTES = 32;

        private final String ledgerUrl;
        private final Set<String> hosts = new LinkedHashSet<>();
        private Path keys = ReviewKeys.defaultFolder();
        private String token = "";
        private Clock clock = Clock.systemUTC();
        private Optional<Function<LedgerView, String>> metrics = Optional.empty();
        private Optional<String> metricsToken = Optional.empty();

        private Builder(String ledgerUrl) {
            this.ledgerUrl = ledgerUrl;
        }

        /** Sets {@link ReviewSettings#keys}; default the user's own. */
        public Builder keys(Path folder) {
            keys = requireNonNull(folder);
            return this;
        }

        /** Adds a name to {@link ReviewSettings#hosts}, such as that of a proxy; a port does not matter. */
        public Builder host(String name) {
            hosts.add(name.toLowerCase(Locale.ROOT));
            return this;
        }

        /** Sets {@link ReviewSettings#clock}. */
        public Builder clock(Clock value) {
            clock = requireNonNull(value);
            return this;
        }

        /**
         * Sets {@link ReviewSettings#metrics}, in the text format of Prometheus, and {@link ReviewSettings#metricsToken}; who has the token of
         * the page sees them too.
         */
        public Builder metrics(Function<LedgerView, String> text, Optional<String> ownToken) {
            metrics = Optional.of(text);
            metricsToken = ownToken;
            return this;
        }

        /** Returns the settings, with a token of their own. */
        public ReviewSettings build() {
            byte[] random = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(random);
            Builder copy = new Builder(ledgerUrl);
            copy.hosts.addAll(hosts);
            copy.keys = keys;
            copy.clock = clock;
            copy.metrics = metrics;
            copy.metricsToken = metricsToken;
            copy.token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            return new ReviewSettings(copy);
        }
    }
}
