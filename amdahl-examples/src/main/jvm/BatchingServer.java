import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server that batches, in one file: requests wait in a queue, and one thread takes as many as fit and multiplies them by a matrix. Reading
 * the matrix takes the time, as weights of a model do, so that a full batch costs little more than one request.
 *
 * <p>{@code java BatchingServer.java --port 8080 --max-batch 1 --max-wait 0}: at most one request a batch, and no wait for others.
 */
class BatchingServer {
    private static final int INPUTS = 64;

    private final int maxBatch;
    private final int maxWait;
    private final float[][] weights;
    private final BlockingQueue<Request> queue = new ArrayBlockingQueue<>(100_000);
    private final AtomicLong served = new AtomicLong();
    private final AtomicLong queuedNanos = new AtomicLong();
    private volatile int running;

    private record Request(float[] input, long since, CompletableFuture<Integer> answer) {}

    BatchingServer(int maxBatch, int maxWait, int rows) {
        this.maxBatch = maxBatch;
        this.maxWait = maxWait;
        Random random = new Random(1);
        weights = new float[rows][INPUTS];
        for (float[] row : weights) {
            for (int i = 0; i < INPUTS; i++) {
                row[i] = random.nextFloat() - .5f;
            }
        }
    }

    public static void main(String[] args) throws IOException {
        int port = option(args, "--port", 8080);
        BatchingServer server =
                new BatchingServer(option(args, "--max-batch", 1), option(args, "--max-wait", 0), option(args, "--rows", 4000));
        HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 1000);
        http.createContext("/health", exchange -> send(exchange, "ok\n"));
        http.createContext("/metrics", exchange -> send(exchange, server.metrics()));
        http.createContext("/score", server::score);
        http.setExecutor(Executors.newCachedThreadPool());
        Thread model = new Thread(server::work, "model");
        model.setDaemon(true);
        model.start();
        http.start();
        System.out.println("serving on " + port);
    }

    /** Returns the number in {@code --name=N} or {@code --name N}; the last counts. */
    private static int option(String[] args, String name, int usual) {
        int value = usual;
        for (int i = 0; i < args.length; i++) {
            if (args[i].startsWith(name + "=")) {
                value = Integer.parseInt(args[i].substring(name.length() + 1));
            } else if (args[i].equals(name) && i + 1 < args.length) {
                value = Integer.parseInt(args[i + 1]);
            }
        }
        return value;
    }

    private void score(HttpExchange exchange) throws IOException {
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        float[] input = new float[INPUTS];
        for (int i = 0; i < text.length(); i++) {
            input[i % INPUTS] += text.charAt(i) / 128f;
        }
        Request request = new Request(input, System.nanoTime(), new CompletableFuture<>());
        queue.add(request);
        send(exchange, "row " + request.answer().join() + "\n");
    }

    /** Takes batches and answers them, for ever. */
    private void work() {
        List<Request> batch = new ArrayList<>();
        while (true) {
            try {
                batch.clear();
                batch.add(queue.take());
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxWait);
                while (batch.size() < maxBatch) {
                    Request next = queue.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                    if (next == null) {
                        break;
                    }
                    batch.add(next);
                }
            } catch (InterruptedException e) {
                return;
            }
            long now = System.nanoTime();
            batch.forEach(request -> queuedNanos.addAndGet(now - request.since()));
            running = batch.size();
            answer(batch);
            running = 0;
            served.addAndGet(batch.size());
        }
    }

    /** Answers each with the row of the matrix that fits it best. The weights are read once, whatever the size of the batch. */
    private void answer(List<Request> batch) {
        int[] best = new int[batch.size()];
        float[] highest = new float[batch.size()];
        Arrays.fill(highest, Float.NEGATIVE_INFINITY);
        for (int row = 0; row < weights.length; row++) {
            float[] unpacked = unpacked(weights[row]);
            for (int b = 0; b < best.length; b++) {
                float sum = 0;
                float[] input = batch.get(b).input();
                for (int i = 0; i < INPUTS; i++) {
                    sum += unpacked[i] * input[i];
                }
                if (sum > highest[b]) {
                    highest[b] = sum;
                    best[b] = row;
                }
            }
        }
        for (int b = 0; b < best.length; b++) {
            batch.get(b).answer().complete(best[b]);
        }
    }

    /** Weights are kept in a form that has to be unpacked, as quantised ones are. */
    private static float[] unpacked(float[] row) {
        float[] unpacked = new float[INPUTS];
        for (int i = 0; i < INPUTS; i++) {
            unpacked[i] = (float) Math.tanh(row[i]);
        }
        return unpacked;
    }

    private String metrics() {
        return "# TYPE vllm:num_requests_running gauge\n"
                + "vllm:num_requests_running{model_name=\"matrix\"} " + running + "\n"
                + "vllm:num_requests_waiting{model_name=\"matrix\"} " + queue.size() + "\n"
                + "vllm:request_queue_time_seconds_sum{model_name=\"matrix\"} " + queuedNanos.get() / 1e9 + "\n"
                + "vllm:request_queue_time_seconds_count{model_name=\"matrix\"} " + served.get() + "\n";
    }

    private static void send(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
