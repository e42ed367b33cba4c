package dev.amdahl.examples.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.spi.AmdahlException;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The protocol over two streams, one message a line. The library's own transport reads nothing more after the first line that is no message,
 * and may lose an answer when two are given at once; here each line stands for itself, and one that is no message is answered with the error
 * of JSON-RPC. Thread-safe, but for {@link #serve}.
 */
final class LineTransport implements McpServerTransportProvider, McpServerTransport {
    private static final Logger LOG = LoggerFactory.getLogger(LineTransport.class);
    private static final int MAX_OWED = 256;

    /** What a call finds its request's id by. */
    static final String REQUEST = "request";

    private final McpJsonMapper mapper;
    private final OutputStream out;
    private final Envelope envelope = new Envelope();
    private final Semaphore free = new Semaphore(MAX_OWED);
    private final Map<String, Disposable> open = new ConcurrentHashMap<>();
    private final Set<String> tools;
    private final Consumer<String> late;
    private final Map<String, Method> methods;
    private @Nullable McpServerSession session;

    /** What answers a method of the protocol in place of the library, whose lists have one page and cannot change. */
    interface Method {
        /** Returns the result for the parameters of a request. */
        ObjectNode answer(ObjectNode parameters) throws Refusal;
    }

    /**
     * @param tools names of those that may be called
     * @param methods what is answered here, by the method's name
     * @param late hears the id of a request that is taken back once it has its answer; one that has none is interrupted, and gets none
     */
    LineTransport(
            McpJsonMapper mapper,
            OutputStream out,
            Set<String> tools,
            Map<String, Method> methods,
            Consumer<String> late) {
        this.mapper = mapper;
        this.out = out;
        this.tools = Set.copyOf(tools);
        this.methods = Map.copyOf(methods);
        this.late = late;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(this);
    }

    /**
     * Blocks until the input ends, and what was asked is answered or {@code patience} is over.
     *
     * @throws IOException if the output cannot be written
     */
    void serve(InputStream in, Duration patience) throws IOException, InterruptedException {
        MessageLines lines = new MessageLines(in);
        boolean isOpen = true;
        while (isOpen) {
            try {
                Optional<byte[]> line = lines.next();
                isOpen = line.isPresent();
                if (isOpen) {
                    take(line.get());
                }
            } catch (Refusal refusal) {
                write(error(refusal).toString());
            }
        }
        if (!free.tryAcquire(MAX_OWED, patience.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.warn("{} requests were given up as the input ended", MAX_OWED - free.availablePermits());
        }
    }

    private void take(byte[] line) throws Refusal {
        Optional<ObjectNode> opened = envelope.open(line);
        if (opened.isEmpty()) {
            return;
        }
        ObjectNode request = opened.get();
        String id = request.path("id").toString();
        if (request.path("method").asText().equals(Envelope.CANCELLED)) {
            cancel(request.at("/params/requestId").toString());
            return;
        }
        requireKnown(request);
        Mono<Void> answer = answer(request, id);
        if (!free.tryAcquire()) {
            throw new Refusal(
                    Refusal.BUSY, request.path("id"), MAX_OWED + " requests wait for an answer; send fewer at once");
        }
        Disposable.Swap answering = Disposables.swap();
        open.put(id, answering);
        answering.update(answer.doFinally(any -> {
                    open.remove(id, answering);
                    free.release();
                })
                .subscribe(nothing -> {}, failure -> LOG.warn("a message was not answered", failure)));
    }

    private Mono<Void> answer(ObjectNode request, String id) throws Refusal {
        Method method = methods.get(request.path("method").asText());
        if (method != null) {
            return Mono.<Void>fromRunnable(() -> answer(request, id, method)).subscribeOn(Schedulers.boundedElastic());
        }
        try {
            return requireNonNull(session)
                    .handle(McpSchema.deserializeJsonRpcMessage(mapper, request.toString()))
                    .contextWrite(context ->
                            context.put(McpTransportContext.KEY, McpTransportContext.create(Map.of(REQUEST, id))));
        } catch (IOException | IllegalArgumentException odd) {
            throw new Refusal(Refusal.NOT_A_REQUEST, request.path("id"), "the message cannot be read");
        }
    }

    private void answer(ObjectNode request, String id, Method method) {
        JsonNode parameters = request.path("params");
        ObjectNode answer;
        try {
            answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
            answer.set("id", request.path("id"));
            answer.set(
                    "result",
                    method.answer(
                            parameters instanceof ObjectNode given ? given : JsonNodeFactory.instance.objectNode()));
        } catch (Refusal refusal) {
            answer = error(new Refusal(refusal.code(), request.path("id"), String.valueOf(refusal.getMessage())));
        } catch (RuntimeException failed) {
            LOG.debug("{}", request.path("method"), failed);
            answer = error(new Refusal(
                    Refusal.FAILED,
                    request.path("id"),
                    Reply.error(
                                    failed instanceof AmdahlException
                                            ? String.valueOf(failed.getMessage())
                                            : "internal error: " + failed)
                            .text()));
        }
        if (open.containsKey(id)) {
            try {
                write(answer.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void cancel(String id) {
        Optional.ofNullable(open.remove(id)).ifPresentOrElse(Disposable::dispose, () -> late.accept(id));
    }

    private void requireKnown(ObjectNode request) throws Refusal {
        String name = request.at("/params/name").asText();
        if (request.path("method").asText().equals(McpSchema.METHOD_TOOLS_LIST)
                && request.at("/params/cursor").isValueNode()) {
            throw new Refusal(
                    Refusal.BAD_PARAMETERS,
                    request.path("id"),
                    "the cursor is not from this server; there is one page of tools");
        }
        boolean isCall = request.path("method").asText().equals(McpSchema.METHOD_TOOLS_CALL);
        if (isCall && !tools.contains(name)) {
            throw new Refusal(
                    Refusal.BAD_PARAMETERS,
                    request.path("id"),
                    "Unknown tool: " + Arguments.shown(name) + "; " + Nearest.remedy(name, tools));
        }
        JsonNode arguments = request.at("/params/arguments");
        if (isCall && !arguments.isMissingNode() && !arguments.isNull() && !arguments.isObject()) {
            throw new Refusal(
                    Refusal.BAD_PARAMETERS, request.path("id"), name + ": the arguments are not an object; give one");
        }
    }

    private static ObjectNode error(Refusal refusal) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", refusal.id());
        answer.putObject("error").put("code", refusal.code()).put("message", refusal.getMessage());
        return answer;
    }

    private synchronized void write(String message) throws IOException {
        out.write((message + "\n").getBytes(UTF_8));
        out.flush();
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            try {
                write(mapper.writeValueAsString(message));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public <T> T unmarshalFrom(Object value, TypeRef<T> type) {
        return mapper.convertValue(value, type);
    }

    /** This server tells nothing unasked. */
    @Override
    public Mono<Void> notifyClients(String method, Object parameters) {
        return Mono.empty();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    /** The streams belong to who opened them. */
    @Override
    public void close() {}

    @Override
    public List<String> protocolVersions() {
        return McpServerTransportProvider.super.protocolVersions();
    }
}
