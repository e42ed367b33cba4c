package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.trace.TracePage;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What a control room is told: its ledger, whose keys sign, who may call it and do what. Immutable. */
public final class ReviewSettings {
    private final Builder fields;

    private ReviewSettings(Builder fields) {
        this.fields = fields;
    }

    /** What somebody may do; each role can do what those before it can. */
    public enum Role {
        /** See the pages. */
        LOOK("look"),
        /** Answer what waits. */
        APPROVE("approve"),
        /** Steer what has not ended. */
        OPERATE("operate");

        private final String word;

        Role(String word) {
            this.word = word;
        }

        /** Returns its name, as a users file has it. */
        public String word() {
            return word;
        }

        /** Returns whether it can do what that role can. */
        boolean covers(Role other) {
            return compareTo(other) >= 0;
        }
    }

    /**
     * Who may call.
     *
     * @param name in the ledger, for all that is done with the token; empty where whoever has the token says a name each time
     * @param role what the token is good for
     * @param tokenHash SHA-256 of the token, 64 hexadecimal digits
     */
    public record User(String name, Role role, String tokenHash) {}

    /** What an operator can have done to a hypothesis that has not ended. */
    public enum Action {
        NOTE("Leave a note"),
        FIRST("Test it before all others"),
        LAST("Test it after all others"),
        NORMAL("Test it in its usual turn"),
        CANCEL("Cancel it");

        private final String label;

        Action(String label) {
            this.label = label;
        }

        /** Returns what a button says. */
        String label() {
            return label;
        }

        /** Returns whether it goes with a text. */
        public boolean takesText() {
            return this == NOTE || this == CANCEL;
        }
    }

    /** Has the word of an operator recorded. Implementations are thread-safe. */
    public interface Operator {
        /**
         * Records what somebody wants of a hypothesis.
         *
         * @param text the note, or why it is cancelled; empty for the other actions
         * @throws AmdahlException if it cannot be done; nothing was written
         */
        void steer(String hypothesis, String by, Action action, String text);
    }

    /** Reads kept traces. Implementations are thread-safe. */
    public interface Traces {
        /**
         * Returns the page about a kept file.
         *
         * @throws AmdahlException if no reader here knows it
         */
        TracePage page(Path file, String title);
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

    /** Returns the folder of private keys: whoever may answer does so with these keys. */
    public Path keys() {
        return fields.keys;
    }

    /** Names under which the page may be called, beside those of the loopback and the address that it listens on. */
    public Set<String> hosts() {
        return Set.copyOf(fields.hosts);
    }

    /** Returns the secret that a caller must know; empty where users have their own. */
    public String token() {
        return fields.token;
    }

    /** For the time of answers and the end of forms. */
    public Clock clock() {
        return fields.clock;
    }

    /** Returns who may call; where nobody was named, whoever has {@link #token} may answer. */
    List<User> users() {
        return hasUsers()
                ? List.copyOf(fields.users)
                : List.of(new User(
                        "",
                        Role.APPROVE,
                        Hashing.sha256().hashString(fields.token, UTF_8).toString()));
    }

    /** Returns who may see the metrics and nothing else. */
    List<User> monitors() {
        return metricsToken().stream()
                .map(own -> new User(
                        "monitor",
                        Role.LOOK,
                        Hashing.sha256().hashString(own, UTF_8).toString()))
                .toList();
    }

    boolean hasUsers() {
        return !fields.users.isEmpty();
    }

    /** Returns the declared jobs and the fleet, for what things are worth. */
    ReportInputs inputs() {
        return fields.inputs;
    }

    Optional<Operator> operator() {
        return fields.operator;
    }

    Optional<Traces> traces() {
        return fields.traces;
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
        private final List<User> users = new ArrayList<>();
        private Path keys = ReviewKeys.defaultFolder();
        private String token = "";
        private Clock clock = Clock.systemUTC();
        private ReportInputs inputs = ReportInputs.builder().build();
        private Optional<Operator> operator = Optional.empty();
        private Optional<Function<LedgerView, String>> metrics = Optional.empty();
        private Optional<String> metricsToken = Optional.empty();
        private Optional<Traces> traces = Optional.empty();

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

        /** Adds somebody who may call; with the first one the server has no token of its own any more. */
        public Builder user(User user) {
            users.add(requireNonNull(user));
            return this;
        }

        /** Sets {@link ReviewSettings#clock}. */
        public Builder clock(Clock value) {
            clock = requireNonNull(value);
            return this;
        }

        /** Sets what is declared beside the ledger; its title, links and accounts are the server's own. */
        public Builder inputs(ReportInputs value) {
            inputs = requireNonNull(value);
            return this;
        }

        /** Sets who records the word of operators; without, nothing can be steered here. */
        public Builder operator(Operator value) {
            operator = Optional.of(value);
            return this;
        }

        /** Sets who reads kept traces; without, none is shown. */
        public Builder traces(Traces value) {
            traces = Optional.of(value);
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

        /** Returns the settings, with a token of their own where no user was added. */
        public ReviewSettings build() {
            byte[] random = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(random);
            Builder copy = new Builder(ledgerUrl);
            copy.hosts.addAll(hosts);
            copy.users.addAll(users);
            copy.keys = keys;
            copy.clock = clock;
            copy.inputs = inputs;
            copy.operator = operator;
            copy.metrics = metrics;
            copy.metricsToken = metricsToken;
            copy.traces = traces;
            copy.token =
                    users.isEmpty() ? Base64.getUrlEncoder().withoutPadding().encodeToString(random) : "";
            return new ReviewSettings(copy);
        }
    }
}
