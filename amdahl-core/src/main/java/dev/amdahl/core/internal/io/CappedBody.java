package dev.amdahl.core.internal.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects an answer of at most so many bytes. Used once, by one thread at a time as the HTTP client promises. */
public final class CappedBody implements BodySubscriber<byte[]> {
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    /** Refuses what is larger than that many bytes. */
    public CappedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (whole.isDone()) {
                return;
            }
            if (bytes.size() + (long) buffer.remaining() > most) {
                Flow.Subscription open = subscription;
                if (open != null) {
                    open.cancel();
                }
                whole.completeExceptionally(new TooLarge());
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.write(part, 0, part.length);
        }
    }

    @Override
    public void onError(Throwable error) {
        whole.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }

    /** The answer is larger than allowed. */
    public static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;
    }
}
