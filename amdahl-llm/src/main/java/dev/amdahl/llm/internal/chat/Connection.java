package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.answer.Deadline;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;

/**
 * The way to a service, over HTTP/1.1: servers of models lose the body of a request that offers HTTP/2 without encryption. Thread-safe.
 */
final class Connection {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_LIMIT)
            .proxy(ProxySelector.getDefault())
            .build();
    private final int retries;
    private final Clock clock;

    Connection(int retries, Clock clock) {
        this.retries = retries;
        this.clock = clock;
    }

    /** For one turn. */
    Exchange open(Deadline deadline) {
        return new Exchange(client, deadline, retries, clock);
    }

    /** Returns what LangChain4j asks for a client; its limits of time do not hold, the deadline does. */
    static HttpClientBuilder builder(Exchange exchange) {
        return new Given(exchange);
    }

    private static final class Given implements HttpClientBuilder {
        private final Exchange exchange;

        Given(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public Duration connectTimeout() {
            return CONNECT_LIMIT;
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration timeout) {
            return this;
        }

        @Override
        public Duration readTimeout() {
            return exchange.limit();
        }

        @Override
        public HttpClientBuilder readTimeout(Duration timeout) {
            return this;
        }

        @Override
        public dev.langchain4j.http.client.HttpClient build() {
            return exchange;
        }
    }
}
