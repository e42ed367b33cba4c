package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.core.internal.fleet.warehouse.JdbcFleetSource;
import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetRequests;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounting as slurmdbd keeps it, of a cluster in which jobs end in every way. A minute, as Slurm knows no shorter limit. */
@Tag("soak")
final class SlurmAccountingTest {
    private static final String LINES =
            "--parsable2 --noheader --allocations --duplicates --allusers --starttime=now-1hour";

    @TempDir
    Path place;

    @Test
    void theFleetIsWhatAccountingKept() throws IOException {
        Requires.program("slurmdbd");
        Requires.program("mariadbd");
        Requires.program("mariadb");
        Requires.program("munge");
        Instant from = Instant.now().minusSeconds(3600);
        try (PrivateSlurm cluster = PrivateSlurm.startAccounted().orElseThrow()) {
            String limited = submit(cluster, "limited", "--time=1 --gres=gpu:h200:1", "exec sleep 300");
            String done = submit(cluster, "done", "--gres=gpu:h200:2", "sleep 2");
            awaitState(cluster, done, "COMPLETED");
            submit(cluster, "failed", "--gres=gpu:h200:1", "exit 7");
            String array = submit(cluster, "tasks", "--array=0-2 --gres=gpu:h200:1", "sleep 1");
            awaitState(cluster, array + "_2", "COMPLETED");
            String pair =
                    submit(cluster, "pair", "--gres=gpu:h200:1 --ntasks=1 : --gres=gpu:h200:1 --ntasks=1", "sleep 1");
            cluster.call("scancel", pair);
            awaitState(cluster, pair + "+1", "CANCELLED");
            String again = submit(cluster, "again", "--requeue --gres=gpu:h200:1", "exec sleep 300");
            awaitState(cluster, again, "RUNNING");
            cluster.call("scontrol", "requeue", again);
            awaitState(cluster, again, "REQUEUED");
            awaitState(cluster, again, "PENDING");
            cluster.call("scancel", again);
            awaitState(cluster, again, "CANCELLED");
            String weak = submit(cluster, "weak", "--no-requeue --gres=gpu:h200:2", "exec sleep 300");
            awaitState(cluster, weak, "RUNNING");
            submit(cluster, "strong", "--partition=urgent --gres=gpu:h200:3", "sleep 1");
            awaitState(cluster, weak, "PREEMPTED");
            cluster.call("scontrol", "update", "NodeName=" + cluster.node(), "State=DRAIN", "Reason=memory");
            String waited = submit(cluster, "waited", "--gres=gpu:h200:4", "true");
            cluster.call("scancel", waited);
            awaitState(cluster, waited, "CANCELLED");
            awaitTrue(
                    "drained",
                    () -> cluster.call("sinfo", "--noheader", "--format=%T").contains("drained"));
            // Accounting counts whole seconds.
            cluster.call("sleep", "2");
            cluster.call("scontrol", "update", "NodeName=" + cluster.node(), "State=RESUME");
            awaitState(cluster, limited, "TIMEOUT");
            awaitTrue(
                    "all ended and written",
                    () -> sacct(cluster, "State").lines().noneMatch(line -> line.matches("RUNNING|PENDING")));

            Map<String, List<FleetJob>> told = told(cluster, from);
            assertThat(told.keySet())
                    .containsExactlyInAnyOrder(
                            "limited", "done", "failed", "tasks", "pair", "again", "weak", "strong", "waited");
            assertThat(states(told, "limited")).containsExactly("TIMEOUT");
            assertThat(states(told, "failed")).containsExactly("FAILED");
            assertThat(states(told, "weak")).containsExactly("PREEMPTED");
            assertThat(states(told, "tasks")).containsExactly("COMPLETED", "COMPLETED", "COMPLETED");
            assertThat(told.get("pair"))
                    .as("components, which one node cannot hold together")
                    .hasSize(2)
                    .allSatisfy(job -> assertThat(job.started()).isEmpty());
            assertThat(states(told, "again")).contains("REQUEUED");
            assertThat(told.get("waited"))
                    .allSatisfy(job -> assertThat(job.started()).isEmpty());
            assertThat(told.getOrDefault("done", List.of())
                            .get(0)
                            .accelerators()
                            .count())
                    .isEqualTo(2);
            FleetRequests requested =
                    source(cluster).requests(from, Instant.now().plusSeconds(1)).orElseThrow();
            assertThat(requested.amounts())
                    .extracting(FleetRequests.Amount::what)
                    .contains("cpu", "time_limit");
            assertThat(requested.amounts())
                    .filteredOn(amount -> amount.what().equals("cpu"))
                    .singleElement()
                    .satisfies(cpu -> {
                        assertThat(cpu.used()).isPositive().isLessThan(cpu.asked());
                        assertThat(cpu.jobs()).isGreaterThan(3);
                    });
            assertThat(requested.lines())
                    .as(cluster.call("sacctmgr", "--parsable2", "show", "event", "Start=now-1hour"))
                    .anyMatch(line -> line.startsWith("now 4 of 4 accelerators are held by nobody, and 0"))
                    .anyMatch(line -> line.matches("0\\.0 accelerator-hours drained or down: .*memory.*"));
            assertThat(told.getOrDefault("done", List.of()).get(0).labels())
                    .containsEntry("qos", "normal")
                    .containsEntry("node", cluster.node());
            assertThat(held(told)).isEqualTo(acceleratorSeconds(cluster)).isGreaterThan(60);
            Map<String, List<FleetJob>> read = byFamily(database(cluster), from);
            assertThat(read.keySet()).isEqualTo(told.keySet());
            assertThat(held(read)).isEqualTo(held(told));
            assertThat(database(cluster)
                            .sums(Instant.EPOCH, Instant.now(), Instant.now(), 20)
                            .totals()
                            .heldHours())
                    .isEqualTo(held(told) / 3600.0, within(1e-9));
        }
    }

    private static String submit(PrivateSlurm cluster, String name, String options, String script) {
        String each = "--output=/dev/null --job-name=" + name + " ";
        String command = "printf '#!/bin/sh\\n%s\\n' '" + script + "' | sbatch --parsable " + each
                + options.replace(" : ", " : " + each);
        String id = cluster.call("sh", "-c", command).strip();
        assertThat(id).as(command).matches("[0-9]+");
        return id;
    }

    private static String sacct(PrivateSlurm cluster, String fields, String... more) {
        List<String> command = new ArrayList<>(List.of("sacct"));
        command.addAll(Arrays.asList(LINES.split(" ")));
        command.add("--format=" + fields);
        command.addAll(List.of(more));
        return cluster.call(command.toArray(String[]::new));
    }

    private static void awaitState(PrivateSlurm cluster, String job, String state) {
        awaitTrue(
                job + " " + state,
                () -> sacct(cluster, "State", "--jobs=" + job).contains(state));
    }

    private static void awaitTrue(String what, BooleanSupplier holds) {
        SlurmFixture.awaitTrue(what, holds);
    }

    private Map<String, List<FleetJob>> told(PrivateSlurm cluster, Instant from) {
        return byFamily(source(cluster), from);
    }

    private static Map<String, List<FleetJob>> byFamily(FleetSource source, Instant from) {
        try (Stream<FleetJob> all = source.jobs(from, Instant.now().plusSeconds(1))) {
            return all.collect(Collectors.groupingBy(FleetJob::family));
        }
    }

    /** The same cluster by the database itself, with the query that the documentation gives. */
    private static FleetSource database(PrivateSlurm cluster) throws IOException {
        String page = Files.readString(Path.of("../docs/fleet.md"));
        String end = "j.deleted = 0";
        String query = page.substring(page.indexOf("SELECT j.id_job"), page.indexOf(end) + end.length());
        Path socket = cluster.configuration().resolveSibling("run/database.sock");
        String port = cluster.call(
                        "mariadb",
                        "--user=root",
                        "--socket=" + socket,
                        "--skip-column-names",
                        "--execute=SELECT @@port")
                .strip();
        return JdbcFleetSource.query(
                "jdbc:mariadb://127.0.0.1:" + port + "/slurm?user=root",
                query.replace("CLUSTER_", "amdahl_"),
                Columns.parse("time=epoch-seconds"),
                BadRows.FAIL);
    }

    private FleetSource source(PrivateSlurm cluster) {
        return new SlurmFleetSourceFactory()
                .create(new SlurmContext(
                        place, Map.of("conf", cluster.configuration().toString()), Clock.systemUTC()));
    }

    private static List<String> states(Map<String, List<FleetJob>> told, String family) {
        return told.getOrDefault(family, List.of()).stream()
                .map(job -> job.labels().get("state"))
                .toList();
    }

    private static long held(Map<String, List<FleetJob>> told) {
        return told.values().stream()
                .flatMap(List::stream)
                .mapToLong(job -> job.held().orElse(Duration.ZERO).toSeconds()
                        * job.accelerators().count())
                .sum();
    }

    /** By another road: seconds and counts as accounting prints them. */
    private static long acceleratorSeconds(PrivateSlurm cluster) {
        return sacct(cluster, "ElapsedRaw,AllocTRES")
                .lines()
                .filter(line -> line.contains("gres/gpu="))
                .mapToLong(line -> Long.parseLong(line.replaceFirst("\\|.*", ""))
                        * Long.parseLong(line.replaceFirst(".*gres/gpu=([0-9]+).*", "$1")))
                .sum();
    }
}
