package dev.amdahl.llm.internal.loopback;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a server of models answers a call, well or not. Implementations are thread-safe. */
@FunctionalInterface
public interface Fault {
    void answer(LoopbackModel.Call call, OutputStream out) throws IOException, InterruptedException;

    /** A whole answer of JSON with further headers, each with its end of line. */
    static Fault json(int status, String body, String... headers) {
        return typed(status, "application/json", body, headers);
    }

    static Fault typed(int status, String type, String body, String... headers) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + " Said\r\nConnection: close\r\nContent-Type: " + type
                + "\r\nContent-Length: " + bytes.length + "\r\n" + String.join("", headers) + "\r\n";
        return (call, out) -> {
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            out.write(bytes);
        };
    }

    /** Takes the question and hangs up. */
    static Fault disconnect() {
        return (call, out) -> out.close();
    }

    /** Hangs up in the middle of the body. */
    static Fault cutOff(String body) {
        return (call, out) -> out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + (body.length() + 100) + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the question and says nothing. */
    static Fault silence() {
        return (call, out) -> new CountDownLatch(1).await(1, TimeUnit.MINUTES);
    }

    /** Returns one byte of the body at a time, for ever. */
    static Fault drip() {
        return (call, out) -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            while (!new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS)) {
                out.write(' ');
                out.flush();
            }
        };
    }

    /** Creates a stream of events, as fast as it can, for ever. */
    static Fault endless() {
        byte[] event = "data: {\"choices\":[{\"delta\":{\"content\":\"more \"}}]}\n\n"
                .repeat(200)
                .getBytes(StandardCharsets.UTF_8);
        return (call, out) -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            while (true) {
                out.write(event);
            }
        };
    }
}
