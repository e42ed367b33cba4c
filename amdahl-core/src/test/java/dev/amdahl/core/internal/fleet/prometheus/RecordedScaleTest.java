package dev.amdahl.core.internal.fleet.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSums;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * A played server of 10,000 accelerators, or of {@code -Damdahl.devices=100000}, with 28 days of jobs, a tenth as many a day: what a scan
 * fetches and what that takes of this processor.
 */
final class RecordedScaleTest {
    private static final Instant BEGIN = Instant.parse("2026-10-01T00:00:00Z");
    private static final int DAYS = 28;
    private static final long DAY = 86_400;
    private static final int DEVICES = Integer.getInteger("amdahl.devices", 10_000);
    private static final double DEVICES_OF_AIM = 100_000;

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong serverNanos = new AtomicLong();
    private final List<List<Job>> byDay = new ArrayList<>();
    private double held;

    private record Job(int id, int devices, long start, long end, double activity) {
        double seconds(long from, long to) {
            return Math.max(0, Math.min(end, to) - Math.max(start, from));
        }
    }

    private void generate() {
        Random random = new Random(7);
        for (int day = 0; day <= DAYS; day++) {
            byDay.add(new ArrayList<>());
        }
        for (int id = 0; id < DEVICES / 10 * DAYS; id++) {
            long start = BEGIN.getEpochSecond() + (long) (random.nextDouble() * DAYS * DAY);
            long end = Math.min(
                    start + 600 + (long) (-54_000 * Math.log(random.nextDouble())),
                    BEGIN.getEpochSecond() + DAYS * DAY);
            Job job = new Job(7_000_000 + id, 1 << random.nextInt(6), start, end, random.nextDouble());
            held += job.devices() * (end - start) / 3600.0;
            for (long day = day(start); day <= Math.min(DAYS - 1, day(end)); day++) {
                byDay.get((int) day).add(job);
            }
        }
    }

    private static long day(long second) {
        return (second - BEGIN.getEpochSecond()) / DAY;
    }

    private void answer(HttpExchange exchange) throws IOException {
        long before = nanos();
        Map<String, String> form = new HashMap<>();
        for (String pair : new String(exchange.getRequestBody().readAllBytes(), UTF_8).split("&", -1)) {
            String[] parts = pair.split("=", 2);
            form.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream body = new GZIPOutputStream(packed)) {
            body.write(text(form).getBytes(UTF_8));
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        exchange.sendResponseHeaders(200, packed.size());
        packed.writeTo(exchange.getResponseBody());
        exchange.close();
        sent.addAndGet(packed.size());
        serverNanos.addAndGet(nanos() - before);
    }

    private static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private String text(Map<String, String> form) {
        String query = form.getOrDefault("query", "");
        if (query.equals("1")) {
            return "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":["
                    + (BEGIN.getEpochSecond() + DAYS * DAY + 3600) + ",\"1\"]}}";
        }
        StringBuilder text =
                new StringBuilder("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[");
        long to = Long.parseLong(form.getOrDefault("end", "0"));
        if (query.contains("recorded")) {
            text.append("{\"metric\":{},\"values\":[");
            for (long hour = Long.parseLong(form.getOrDefault("start", "0")); hour <= to; hour += 3600) {
                text.append(hour == to ? "" : "[" + hour + ",\"1\"],");
            }
            text.append("[").append(to).append(",\"1\"]]}");
        } else {
            int day = (int) Math.min(DAYS - 1, day(to - 1));
            String separator = "";
            for (Job job : byDay.get(day)) {
                text.append(separator).append("{\"metric\":{\"hpc_job\":\"").append(job.id());
                text.append("\",\"modelName\":\"NVIDIA H200\"},\"values\":[[")
                        .append(to)
                        .append(",\"");
                text.append(value(query, job, to - DAY, to)).append("\"]]}");
                separator = ",";
            }
        }
        return text.append("]}}").toString();
    }

    private static Object value(String query, Job job, long from, long to) {
        if (query.startsWith("min")) {
            return 300 * (Math.max(job.start(), from) / 300 + 1);
        }
        if (query.startsWith("max")) {
            return 300 * ((Math.min(job.end(), to) - 1) / 300 + 1);
        }
        double seconds = job.seconds(from, to) * job.devices();
        return query.contains("useful")
                ? seconds * job.activity()
                : query.contains("joules")
                        ? seconds * (200 + 500 * job.activity())
                        : query.contains("accelerators") ? job.devices() : seconds;
    }

    @Test
    void monthOfALargeFleetIsFetchedInFewBytes() throws Exception {
        generate();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        try {
            var source = PrometheusSource.with(
                    "http://127.0.0.1:" + server.getAddress().getPort(), Map.of());
            var process = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long cpu = process.getProcessCpuTime();
            long begin = System.nanoTime();
            FleetSums sums = source.sums(BEGIN, BEGIN.plus(Duration.ofDays(DAYS)), BEGIN.plusSeconds(DAYS * DAY), 20);
            double seconds = (process.getProcessCpuTime() - cpu - serverNanos.get()) / 1e9;
            double wall = (System.nanoTime() - begin - serverNanos.get()) / 1e9;

            System.err.println(String.format(
                    Locale.ROOT,
                    "%d devices, %d jobs: %.1f MB, %.1f s of the processor, %.1f s without the server",
                    DEVICES,
                    sums.totals().runs(),
                    sent.get() / 1e6,
                    seconds,
                    wall));
            assertThat(sums.totals().heldHours()).isCloseTo(held, within(held * .01));
            assertThat(sums.totals().runs()).isEqualTo((long) DEVICES / 10 * DAYS);
            assertThat(sent.get()).isLessThan((long) (50e6 * DEVICES / DEVICES_OF_AIM));
            assertThat(seconds).isLessThan(Math.max(10, 60 * DEVICES / DEVICES_OF_AIM));
            try (Stream<FleetJob> jobs = source.jobs(BEGIN, BEGIN.plusSeconds(DAY))) {
                assertThat(jobs.mapToDouble(FleetJob::heldAccelerators).max()).hasValue(32);
            }
        } finally {
            server.stop(0);
        }
    }
}
