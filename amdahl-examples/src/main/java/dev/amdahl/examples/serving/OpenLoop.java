package dev.amdahl.examples.serving;

import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends requests when they are due, whether or not earlier ones were answered: one thread sends, and waits for nothing but the time. What an
 * answer took is counted from when its request was due, so that a server, or this client, that is late does not look fast.
 */
final class OpenLoop {
    private final Requests requests;
    private final Arrivals arrivals;

    OpenLoop(Requests requests, Arrivals arrivals) {
        this.requests = requests;
        this.arrivals = arrivals;
    }

    /** Returns what became of each request, in their order, after the last answer came or was given up; {@code check} may end it early. */
    List<Answered> run(Runnable check) {
        ExecutorService executor = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "amdahl-load");
            thread.setDaemon(true);
            return thread;
        });
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .executor(executor)
                .build();
        try {
            return run(client, check);
        } finally {
            executor.shutdownNow();
        }
    }

    private List<Answered> run(HttpClient client, Runnable check) {
        List<HttpRequest> made = requests.made();
        List<CompletableFuture<Answered>> answers = new ArrayList<>(arrivals.count());
        long start = System.nanoTime();
        for (int index = 0; index < arrivals.count(); index++) {
            long intended = Math.round(arrivals.at(index) * 1e9);
            waitUntil(start + intended, check);
            answers.add(send(client, made.get(index % made.size()), index, intended, start));
        }
        CompletableFuture<?> all = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        while (!all.isDone()) {
            check.run();
            LockSupport.parkNanos(10_000_000);
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private static void waitUntil(long due, Runnable check) {
        check.run();
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, 50_000_000));
            if (left > 50_000_000) {
                check.run();
            }
        }
    }

    private static CompletableFuture<Answered> send(
            HttpClient client, HttpRequest request, int index, long intended, long start) {
        long sent = System.nanoTime() - start;
        return client.sendAsync(request, AnswerBody.handler())
                .thenApply(answer -> answer.body().answered(index, answer.statusCode(), intended, sent, start))
                .exceptionally(
                        failed -> Answered.failed(index, intended, sent, System.nanoTime() - start, reason(failed)));
    }

    private static String reason(Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        if (cause instanceof HttpTimeoutException) {
            return "no answer in time";
        }
        return cause instanceof ConnectException
                ? "connection refused"
                : String.valueOf(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
    }
}
