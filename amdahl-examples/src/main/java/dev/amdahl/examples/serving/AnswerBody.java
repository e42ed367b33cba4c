package dev.amdahl.examples.serving;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Receives an answer and notes when each piece of it came. Not thread-safe, as no subscriber is. */
final class AnswerBody implements HttpResponse.BodySubscriber<AnswerBody> {
    private static final int MAX_BYTES = 8 << 20;

    private final CompletableFuture<AnswerBody> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<Integer> ends = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final boolean isStream;
    private long last = System.nanoTime();
    private boolean isTooLong;

    private AnswerBody(boolean isStream) {
        this.isStream = isStream;
    }

    /** Returns a subscriber for each answer. */
    static HttpResponse.BodyHandler<AnswerBody> handler() {
        return info -> new AnswerBody(info.headers()
                .firstValue("content-type")
                .filter(type -> type.startsWith("text/event-stream"))
                .isPresent());
    }

    @Override
    public CompletionStage<AnswerBody> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        last = System.nanoTime();
        for (ByteBuffer piece : pieces) {
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            isTooLong |= bytes.size() + copy.length > MAX_BYTES;
            if (!isTooLong) {
                bytes.writeBytes(copy);
            }
        }
        ends.add(bytes.size());
        times.add(last);
    }

    @Override
    public void onError(Throwable failed) {
        whole.completeExceptionally(failed);
    }

    @Override
    public void onComplete() {
        last = System.nanoTime();
        whole.complete(this);
    }

    /** Returns what became of the request; {@code start} is the first moment of the load, by {@code System.nanoTime()}. */
    Answered answered(int index, int status, long intended, long sent, long start) {
        if (status >= 400) {
            return Answered.failed(index, intended, sent, last - start, "status " + status);
        }
        if (isTooLong) {
            return Answered.failed(index, intended, sent, last - start, "an answer of over 8 MiB");
        }
        byte[] all = bytes.toByteArray();
        AnswerText text = AnswerText.of(all, isStream);
        List<Long> tokens = isStream ? tokens(all, start) : List.of();
        long first = !tokens.isEmpty() ? tokens.get(0) : (times.isEmpty() ? last : times.get(0)) - start;
        double generated = text.tokens() > 0 ? text.tokens() : tokens.size();
        return new Answered(index, intended, sent, first, last - start, tokens, generated, text.digest(), null);
    }

    /** Returns when each event of the stream that holds text had come. */
    private List<Long> tokens(byte[] all, long start) {
        List<Long> tokens = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < all.length; at++) {
            if (all[at] == '\n') {
                if (!AnswerText.of(Arrays.copyOfRange(all, from, at), true)
                        .text()
                        .isEmpty()) {
                    tokens.add(arrived(at) - start);
                }
                from = at + 1;
            }
        }
        return tokens;
    }

    private long arrived(int offset) {
        for (int piece = 0; piece < ends.size(); piece++) {
            if (offset < ends.get(piece)) {
                return times.get(piece);
            }
        }
        return last;
    }
}
