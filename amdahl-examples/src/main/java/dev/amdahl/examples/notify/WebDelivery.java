package dev.amdahl.examples.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.jobs.NotifyChannel;
import dev.amdahl.examples.jobs.Secret;
import dev.amdahl.spi.InvalidInputException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Posts notices as JSON. Redirects are not followed: the token is for the address that was named. Thread-safe. */
final class WebDelivery implements Delivery {
    private static final String BREAK = "\u200b";

    static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int NOT_OK = 300;

    private final NotifyChannel channel;
    private final Duration timeout;

    WebDelivery(NotifyChannel channel) {
        this(channel, TIMEOUT);
    }

    WebDelivery(NotifyChannel channel, Duration timeout) {
        this.channel = channel;
        this.timeout = timeout;
    }

    /** Made when it is first needed: it has threads. */
    private static final class Client {
        static final HttpClient SHARED = HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    @Override
    public void send(Notice notice) throws UndeliveredException, InterruptedException {
        boolean isSlack = channel.target() instanceof NotifyChannel.Slack;
        ObjectNode body = isSlack ? of(notice, channel.page()) : WebhookMessage.of(notice, channel.page());
        HttpRequest.Builder request = request()
                .header("Content-Type", "application/json; charset=utf-8")
                .header("Idempotency-Key", WebhookMessage.id(notice))
                .POST(HttpRequest.BodyPublishers.ofString(Json.line(body)));
        token().ifPresent(token -> request.header("Authorization", "Bearer " + token.value()));
        CompletableFuture<HttpResponse<Void>> sent =
                Client.SHARED.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        try {
            int status = sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            if (status < OK || status >= NOT_OK) {
                throw new UndeliveredException("the server answered HTTP " + status);
            }
        } catch (TimeoutException e) {
            throw new UndeliveredException("the server did not answer within " + timeout.toSeconds() + " s");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new UndeliveredException(reason(cause == null ? e : cause));
        } finally {
            sent.cancel(true);
        }
    }

    /** Messages of failures may hold the address, which may be a secret. */
    private static String reason(Throwable failure) {
        if (failure instanceof HttpTimeoutException) {
            return "the server could not be reached in time";
        }
        return failure instanceof ConnectException
                ? "the server could not be reached"
                : "the call failed: " + failure.getClass().getSimpleName();
    }

    private HttpRequest.Builder request() {
        Secret url = channel.target() instanceof NotifyChannel.Slack slack
                ? slack.url()
                : ((NotifyChannel.Webhook) channel.target()).url();
        try {
            return HttpRequest.newBuilder(URI.create(url.value()));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    "notify " + channel.name(), "is not a web address", "write it like https://host/path");
        }
    }

    private Optional<Secret> token() {
        return channel.target() instanceof NotifyChannel.Webhook webhook ? webhook.token() : Optional.empty();
    }

    private static ObjectNode of(Notice notice, Optional<String> page) {
        Optional<String> link = WebhookMessage.link(notice, page);
        ObjectNode json = Json.object()
                .put(
                        "text",
                        escaped(notice.headline()) + "\n" + escaped(notice.detail())
                                + link.map(url -> "\n" + url).orElse(""));
        List<ObjectNode> blocks = List.of(plain(notice.headline()), plain(notice.detail()));
        json.set("blocks", Json.array(blocks, block -> block));
        link.ifPresent(url -> json.withArray("blocks")
                .add(section(Json.object().put("type", "mrkdwn").put("text", "<" + url + "|Open the page>"))));
        return json;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replaceAll("[*_~`@#:\\[\\]()!|]", "$0" + BREAK)
                .replaceAll("[*_~`]", BREAK + "$0");
    }

    private static ObjectNode plain(String text) {
        return section(Json.object().put("type", "plain_text").put("text", text).put("emoji", false));
    }

    private static ObjectNode section(ObjectNode text) {
        ObjectNode block = Json.object().put("type", "section");
        block.set("text", text);
        return block;
    }
}
