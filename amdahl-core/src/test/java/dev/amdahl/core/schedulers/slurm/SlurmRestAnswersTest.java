package dev.amdahl.core.schedulers.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A REST daemon of other versions, and one that does not answer as it should. */
final class SlurmRestAnswersTest {
    private static final String NONE = "{\"errors\": [], \"jobs\": []}";
    private static final JsonMapper JSON = new JsonMapper();

    /** What a path answers: a status, a blank, and the body; a status of 0 is no answer at all. */
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    private final List<String> heard = new ArrayList<>();
    private HttpServer server;

    @TempDir
    private Path place;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", call -> {
            String path = call.getRequestURI().getPath();
            String body = new String(call.getRequestBody().readAllBytes(), UTF_8);
            synchronized (heard) {
                heard.add(call.getRequestMethod() + " " + call.getRequestURI() + " " + body);
            }
            assertThat(call.getRequestHeaders().getFirst("X-SLURM-USER-NAME")).isEqualTo("ann");
            String answer = answers.getOrDefault(call.getRequestMethod() + " " + path, "404 Unable find requested URL");
            int status = Integer.parseInt(answer.substring(0, 3));
            byte[] bytes = answer.substring(4).getBytes(UTF_8);
            if (status == 0) {
                LockSupport.parkNanos(3_000_000_000L);
            }
            call.sendResponseHeaders(status == 0 ? 200 : status, bytes.length);
            call.getResponseBody().write(bytes);
            call.close();
        });
        server.start();
        speaks("v0.0.40");
        answers.put("GET /slurm/v0.0.40/jobs", "200 " + NONE);
        token("ann", Instant.now().plusSeconds(600));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void speaks(String... versions) {
        StringBuilder paths = new StringBuilder();
        for (String version : versions) {
            paths.append(paths.isEmpty() ? "" : ",")
                    .append("\"/slurm/")
                    .append(version)
                    .append("/jobs/\": {}");
        }
        answers.put("GET /openapi/v3", "200 {\"paths\": {" + paths + "}}");
    }

    private void token(String user, Instant end) throws IOException {
        String claims = "{\"exp\": " + end.getEpochSecond() + ", \"sun\": \"" + user + "\"}";
        String token = "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8)) + ".AA";
        Files.writeString(place.resolve("token"), "SLURM_JWT=" + token + "\n");
    }

    private SlurmContext context() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("rest", "http://127.0.0.1:" + server.getAddress().getPort());
        settings.put("token-file", place.resolve("token").toString());
        settings.put("poll-interval", "0s");
        settings.put("command-timeout", "1s");
        return new SlurmContext(place, settings, Clock.systemUTC());
    }

    private JsonNode last(String call) throws IOException {
        String said = heard.stream()
                .filter(line -> line.startsWith(call + " "))
                .reduce((first, last) -> last)
                .orElseThrow();
        return JSON.readTree(said.substring(call.length() + 1));
    }

    @Test
    void theFieldsAreThoseOfTheNewestVersionThatBothKnow() throws IOException {
        speaks("v0.0.38", "v0.0.39", "v0.0.40", "v0.0.99");
        answers.put("POST /slurm/v0.0.40/job/submit", "200 {\"job_id\": 17, \"errors\": []}");
        SlurmScheduler scheduler = context()
                .with("sbatch", "--exclusive --cpus-per-task=16 --mem=8G")
                .with("partition", "gpu")
                .scheduler();
        scheduler.submit(Batch.of("k1", "true").holding("h200", 4, 2).avoiding("n7"));
        JsonNode job = last("POST /slurm/v0.0.40/job/submit").path("job");
        assertThat(job.path("environment").isArray()).isTrue();
        assertThat(job.path("environment").toString()).contains("\"PATH=").doesNotContain("SLURM_", "SLURM_JWT");
        ((ObjectNode) job).remove("environment");
        Path trial = place.resolve("trials/k1");
        assertThat(job).isEqualTo(JSON.readTree("""
                {"name": "amdahl-k1", "comment": "amdahl:key=k1", "requeue": false, "nodes": "2", "tasks": 2,
                 "current_working_directory": "%s", "standard_output": "trial.log", "standard_error": "trial.log",
                 "open_mode": ["APPEND"], "time_limit": {"set": true, "infinite": false, "number": 4},
                 "tres_per_node": "gres/gpu:h200:2", "dependency": "singleton", "excluded_nodes": "n7", "partition": "gpu",
                 "shared": ["none"], "cpus_per_task": 16, "memory_per_node": "8G"}
                """.formatted(trial)));
        assertThat(last("POST /slurm/v0.0.40/job/submit").path("script").asText())
                .startsWith("#!/bin/sh\nunset SLURM_JWT; ")
                .contains(trial.toString());
        assertThat(trial.resolve("job")).hasContent("17");
    }

    @Test
    void jobsOfTheUserAreReadAndCancelledByTheirNumberAndAWishForHostsIsDropped() throws IOException {
        SlurmScheduler scheduler = context().with("avoid-patience", "0s").scheduler();
        answers.put("POST /slurm/v0.0.40/job/submit", "200 {\"job_id\": 17, \"errors\": []}");
        WorkerRunId run = scheduler.submit(Batch.of("k1", "true").avoiding("n7"));
        answers.put(
                "GET /slurm/v0.0.40/jobs",
                "200 {\"jobs\": [" + job(16, "RUNNING", "bob") + ", " + job(17, "PENDING", "ann")
                        + "], \"errors\": []}");
        answers.put("POST /slurm/v0.0.40/job/17", "200 {\"errors\": []}");
        answers.put("DELETE /slurm/v0.0.40/job/17", "200 {\"errors\": []}");
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.QUEUED);
        assertThat(last("POST /slurm/v0.0.40/job/17")).isEqualTo(JSON.readTree("{\"excluded_nodes\": \"\"}"));
        scheduler.cancel(run);
        assertThat(heard).anyMatch(call -> call.startsWith("DELETE /slurm/v0.0.40/job/17"));
        assertThat(heard).noneMatch(call -> call.contains("/job/16"));
    }

    private static String job(int number, String state, String user) {
        return """
                {"job_id": %d, "name": "amdahl-k1", "user_name": "%s", "job_state": ["%s"], "state_reason": "Priority",
                 "submit_time": {"set": true, "infinite": false, "number": 1795333140}}""".formatted(number, user, state);
    }

    @Test
    void whatCannotBeIsSaidAtOnceInOneLine() throws IOException {
        speaks("v0.0.36", "v0.0.99");
        assertRefused("speaks the versions [36, 99] of v0.0 only; load v0.0.38, or v0.0.40 to v0.0.46");
        answers.put("GET /openapi/v3", "200 <html>sign in</html>");
        assertRefused("answers, but not as Slurm's REST daemon does; check the setting rest");
        answers.put("GET /openapi/v3", "401 Authentication failure");
        assertRefused(
                ": the token in " + place.resolve("token") + " is refused for user ann; get another by 'scontrol");
        token("ann", Instant.parse("2026-01-02T03:04:05Z"));
        assertRefused(" expired at 2026-01-02T03:04:05Z; get another");
        Files.writeString(place.resolve("token"), "two words");
        assertRefused("is not one: it holds other characters");
        assertThatThrownBy(() -> context().with("cluster", "west").scheduler())
                .hasMessageContaining("setting cluster: is 'west'; it is for Slurm's commands");
    }

    private void assertRefused(String text) {
        assertThatThrownBy(() -> context().scheduler())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(text)
                .hasMessageNotContaining("\n");
    }

    @Test
    void whatMayPassIsWaitedFor() throws IOException {
        SlurmScheduler scheduler = context().scheduler();
        answers.put("POST /slurm/v0.0.40/job/submit", "401 Authentication failure");
        assertWaits(scheduler, "k1", "the token in ");
        assertThat(place.resolve("trials/k1/attempt")).doesNotExist();
        answers.put(
                "POST /slurm/v0.0.40/job/submit",
                "500 {\"errors\": [{\"error_number\": 1007, \"error\": \"Protocol authentication error\"}]}");
        assertWaits(scheduler, "k1", "is refused for user ann");
        answers.put("POST /slurm/v0.0.40/job/submit", "200 <html>moment</html>");
        assertWaits(scheduler, "k2", "an answer that is not JSON (it is not known whether it has the trial k2)");
        assertWaits(scheduler, "k2", "it is not known yet whether it was submitted");
        answers.put("POST /slurm/v0.0.40/job/submit", "000 {}");
        assertWaits(scheduler, "k3", "no answer within 1.0 s (it is not known whether it has the trial k3)");
        assertWaits(scheduler, "k4", "did not answer just now");
        server.stop(0);
        assertWaits(context().scheduler(), "k5", "cannot be reached");
        assertThat(place.resolve("trials/k5/attempt")).doesNotExist();
    }

    private static void assertWaits(SlurmScheduler scheduler, String key, String text) {
        assertThatThrownBy(() -> scheduler.submit(Batch.of(key, "true")))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining(text)
                .hasMessageNotContaining("\n");
    }

    @Test
    void theFleetIsToldByAccountingPartAfterPart() {
        answers.put("GET /openapi/v3", """
                200 {"paths": {"/slurm/v0.0.40/jobs/": {}, "/slurmdb/v0.0.40/jobs/": {}}}""");
        answers.put("GET /slurmdb/v0.0.40/jobs", """
                200 {"errors": [], "jobs": [{"job_id": 9, "name": "bert_run3", "user": "bob", "partition": "gpu",
                  "state": {"current": ["COMPLETED"]}, "tres": {"allocated": [{"type": "gres", "name": "gpu", "count": 4}]},
                  "time": {"submission": 1795333140, "start": 1795333150, "end": 1795333160}}]}""");
        FleetSource fleet = new SlurmFleetSource(FleetSettings.from(fleetContext()));
        try (Stream<FleetJob> jobs = fleet.jobs(Instant.ofEpochSecond(1795333100), Instant.ofEpochSecond(1795533100))) {
            assertThat(jobs).singleElement().satisfies(job -> {
                assertThat(job.family()).isEqualTo("bert");
                assertThat(job.accelerators().count()).isEqualTo(4);
            });
        }
        assertThat(fleet.identity().orElseThrow()).startsWith("slurm at http://");
        assertThat(heard.stream()
                        .filter(call -> call.startsWith("GET /slurmdb/v0.0.40/jobs?skip_steps=true&start_time=uts")))
                .hasSize(3)
                .first()
                .asString()
                .contains("start_time=uts1795333100&end_time=uts1795419500");
    }

    private SlurmContext fleetContext() {
        Map<String, String> settings = new TreeMap<>(context().settings());
        settings.remove("poll-interval");
        return new SlurmContext(place, settings, Clock.systemUTC());
    }

    @Test
    void anOptionWithoutAFieldIsTheUsersError() {
        assertThatThrownBy(() ->
                        context().with("sbatch", "--mail-user=ann").scheduler().submit(Batch.of("k1", "true")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'--mail-user'; the REST daemon takes no such option from here: leave it out");
    }
}
