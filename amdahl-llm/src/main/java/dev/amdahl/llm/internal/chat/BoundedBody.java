package dev.amdahl.llm.internal.chat;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The bytes of a response, up to a bound; one that is longer is cut off and is an error. For one response. */
public final class BoundedBody implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
    private final long most;
    private long received;
    private Flow.Subscription subscription = new NoSubscription();

    private BoundedBody(long most) {
        this.most = most;
    }

    /** A longer body than the bound. */
    public static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(long most) {
            super("over " + most + " bytes");
        }
    }

    /** For one response of at most so many bytes. */
    public static BodyHandler<byte[]> upTo(long most) {
        return head -> new BoundedBody(most);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return bytes.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        bytes.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        received += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (received > most) {
            subscription.cancel();
            bytes.onError(new TooLong(most));
        } else {
            bytes.onNext(buffers);
        }
    }

    @Override
    public void onError(Throwable problem) {
        bytes.onError(problem);
    }

    @Override
    public void onComplete() {
        bytes.onComplete();
    }

    private static final class NoSubscription implements Flow.Subscription {
        @Override
        public void request(long more) {
            throw new IllegalStateException("nobody has subscribed");
        }

        @Override
        public void cancel() {
            throw new IllegalStateException("nobody has subscribed");
        }
    }
}
