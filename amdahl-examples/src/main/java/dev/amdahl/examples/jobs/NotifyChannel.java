package dev.amdahl.examples.jobs;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One way in which people are told.
 *
 * @param name in messages and in what is remembered: its kind, with a number from the second of that kind on
 * @param target who is told, and how
 * @param events of what
 * @param page the address of the review page, which ends in a slash; empty without one
 */
public record NotifyChannel(String name, Target target, Set<NoticeKind> events, Optional<String> page) {
    public NotifyChannel {
        events = Set.copyOf(events);
    }

    /** Who is told, and how. */
    public sealed interface Target {}

    /**
     * A server that takes JSON.
     *
     * @param url where
     * @param token sent as a bearer's
     */
    public record Webhook(Secret url, Optional<Secret> token) implements Target {}

    /**
     * Slack, or what takes its messages.
     *
     * @param url of its incoming webhook
     */
    public record Slack(Secret url) implements Target {}

    /**
     * A mail server.
     *
     * @param to addresses
     * @param from an address
     * @param host of the server
     * @param port of the server
     * @param security of the connection
     * @param login who sends; empty where the server does not ask
     */
    public record Mail(List<String> to, String from, String host, int port, Security security, Optional<Login> login)
            implements Target {
        public Mail {
            to = List.copyOf(to);
        }
    }

    /**
     * Who sends mail.
     *
     * @param user a name
     * @param password of it
     */
    public record Login(String user, Secret password) {}

    /** How a connection to a mail server is kept secret. */
    public enum Security {
        /** Begins in clear, and sends nothing before it is encrypted. */
        STARTTLS,
        /** Encrypted from the first byte. */
        TLS,
        /** In clear. */
        NONE
    }
}
