package dev.amdahl.core.schedulers.slurm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.schedulers.slurmcommands.MalformedAnswerException;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlurmFleetSourceTest {
    private static final Instant FROM = Instant.ofEpochSecond(1795330000);
    private static final Instant TO = Instant.ofEpochSecond(1795400000);

    @TempDir
    Path place;

    private static Map<String, FleetJob> jobs(SlurmContext context) {
        try (Stream<FleetJob> jobs =
                new SlurmFleetSourceFactory().create(context).jobs(FROM, TO)) {
            return jobs.collect(Collectors.toMap(job -> job.labels().getOrDefault("job", ""), Function.identity()));
        }
    }

    private SlurmContext saved(String name) throws IOException {
        Path file = place.resolve(name);
        try (var stream = MalformedAnswerException.class.getResourceAsStream(name)) {
            Files.write(file, stream == null ? new byte[0] : stream.readAllBytes());
        }
        return new SlurmContext(place, Map.of("file", file.toString()), Clock.systemUTC());
    }

    @Test
    void whatTheControllerRemembersWithoutAccounting() throws IOException {
        Map<String, FleetJob> jobs = jobs(saved("squeue-22.05.json"));
        assertThat(jobs)
                .as("no job without accelerators, none that was refused")
                .containsOnlyKeys("1", "2", "3", "6_1", "6_2", "6_3", "7");
        FleetJob eval = job(jobs, "1");
        assertThat(eval.id()).isEqualTo("1@1795333140");
        assertThat(eval.family()).isEqualTo("eval");
        assertThat(eval.owner()).isEqualTo("root");
        assertThat(eval.accelerators()).isEqualTo(new Accelerators("h200", 2));
        assertThat(eval.queued()).contains(Duration.ofSeconds(1));
        assertThat(eval.labels()).containsEntry("state", "FAILED").containsEntry("partition", "debug");
        assertThat(eval.utilisation()).isEmpty();
        assertThat(job(jobs, "2").started()).as("pending").isEmpty();
        assertThat(job(jobs, "7").started()).as("cancelled before it started").isEmpty();
        assertThat(job(jobs, "7").ended()).isPresent();
    }

    @Test
    void accountingOfNewVersions() throws IOException {
        Map<String, FleetJob> jobs = jobs(saved("sacct-23.11.json"));
        assertThat(jobs).containsOnlyKeys("201", "202_4", "207");
        assertThat(job(jobs, "201").held()).contains(Duration.ofHours(1));
        assertThat(job(jobs, "201").accelerators()).isEqualTo(new Accelerators("h200", 16));
    }

    @Test
    void accountingIsAskedInUniversalTimeForJobsAndNotTheirSteps() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        slurm.prints(
                "sacct",
                line("12", "RUNNING", "1795333141", "Unknown")
                        + line("12", "FAILED", "1795333141", "1795333150")
                        + line("13", "PENDING", "Unknown", "Unknown"));
        SlurmContext context = new SlurmContext(
                place, Map.of("bin", place.resolve("bin").toString()), Clock.fixed(TO, ZoneOffset.UTC));
        Map<String, FleetJob> jobs = jobs(context);
        assertThat(jobs).containsOnlyKeys("12", "13");
        assertThat(job(jobs, "12").accelerators()).isEqualTo(new Accelerators("h200", 4));
        assertThat(job(jobs, "13").started()).isEmpty();
        String call = Files.readString(place.resolve("bin/sacct.calls"));
        assertThat(call)
                .contains("--starttime=2026-11-22T06:46:40", "--allocations", "--allusers", "--duplicates")
                .contains("--endtime=2026-11-23T02:13:20");
    }

    @Test
    void howAJobWasSubmittedIsAskedOnRequest() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        slurm.prints(
                "sacct",
                ran("12", "12", "eval", 1795333141, 1795333150)
                        .replace("\n", "\u001f/home/ada\u001fsbatch -p gpu job.sbatch\n"));
        SlurmContext context = new SlurmContext(
                place,
                Map.of("bin", place.resolve("bin").toString(), "submission", "true"),
                Clock.fixed(TO, ZoneOffset.UTC));
        assertThat(job(jobs(context), "12").labels())
                .containsEntry("work_dir", "/home/ada")
                .containsEntry("submit_line", "sbatch -p gpu job.sbatch");
        assertThat(Files.readString(place.resolve("bin/sacct.calls"))).contains("TimelimitRaw,WorkDir,SubmitLine");
    }

    private static String ran(String job, String raw, String name, long start, long end) {
        return line(job, "COMPLETED", Long.toString(start), Long.toString(end))
                .replace("nightly-eval-2026-11-22", name)
                .replace("\n", "\u001f" + raw + "\n");
    }

    @Test
    void trialsOfThisLibraryAreCountedAndLeftOut() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        String trial = "amdahl-abcdefghijklmnopqrstuvwxyz";
        slurm.prints(
                "sacct",
                ran("1", "1", trial, 1795333141, 1795333150)
                        + ran("2", "2", "amdahl-law", 1795333141, 1795333150)
                        + ran("3", "3", trial.replace('z', 'y'), 1795333141, 1795333150));
        FleetSums sums = new SlurmFleetSourceFactory()
                .create(withoutTrials(slurm.context(place)))
                .sums(FROM, TO, TO, 9);

        assertThat(sums.families()).extracting(FamilySums::family).containsExactly("amdahl-law");
        assertThat(sums.notes()).containsExactly("2 trials of this library left out");
    }

    @Test
    void aRefusedSubmissionIsNoRun() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        slurm.prints(
                "sacct",
                line("4", "FAILED", "1795333141", "1795333141").replace("billing=1,gres/gpu=4,gres/gpu:h200=4", "")
                        + line("5", "CANCELLED by 0", "1795333141", "1795333141")
                                .replace("billing=1,gres/gpu=4,gres/gpu:h200=4", ""));

        assertThat(jobs(withoutTrials(slurm.context(place))))
                .as("one that waited in vain did wait")
                .containsOnlyKeys("5");
    }

    @Test
    void accountingIsAskedDayByDayAndInSmallerPartsWhereThatIsTooWide() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        long day = 1795305600;
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            lines.append(ran(
                    Integer.toString(i),
                    Integer.toString(i),
                    "eval",
                    day + 86_400L * i - 3600,
                    day + 86_400L * i + 1800));
        }
        lines.append(ran("edge", "90", "eval", day + 86_400, day + 86_400));
        lines.append(line("open", "RUNNING", Long.toString(day), "Unknown"));
        slurm.prints("sacct", lines.toString());
        String answer = "cat '" + place.resolve("bin/sacct.answer") + "'";
        slurm.answers(
                "sacct",
                "case \"$*\" in *starttime=2026-11-23T00:00:00*endtime=2026-11-24*) echo 'sacct: error:"
                        + " Too wide of a date range in query' >&2; exit 1;; esac\n" + answer);
        SlurmContext context = new SlurmContext(
                place, Map.of("bin", place.resolve("bin").toString()), Clock.fixed(TO, ZoneOffset.UTC));
        List<FleetJob> jobs;
        try (Stream<FleetJob> told = new SlurmFleetSourceFactory()
                .create(context)
                .jobs(Instant.ofEpochSecond(day), Instant.ofEpochSecond(day + 5 * 86_400))) {
            jobs = told.toList();
        }

        assertThat(jobs)
                .extracting(job -> job.labels().get("job"))
                .as("each once, whatever the number of days on which it is told")
                .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "edge", "open");
        assertThat(slurm.calls("sacct")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aTaskOfAnArrayIsKnownToOthersByItsNumberToo() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        slurm.prints("sacct", ran("9_1", "11", "eval", 1795333141, 1795333150));

        assertThat(job(jobs(withoutTrials(slurm.context(place))), "9_1").names())
                .containsExactly("9_1", "11");
    }

    private static String line(String job, String state, String start, String end) {
        return String.join(
                        "\u001f",
                        job,
                        "nightly-eval-2026-11-22",
                        "ada",
                        state,
                        "0:0",
                        "1795333140",
                        start,
                        end,
                        "1",
                        state.equals("PENDING") ? "" : "billing=1,gres/gpu=4,gres/gpu:h200=4",
                        "cpu=1,gres/gpu:h200=4",
                        "big",
                        "gpu",
                        "ml")
                + "\n";
    }

    /** As sacct 22.05 says it; and the real one, of a slurmdbd that is down and of one that hangs. */
    @Test
    void accountingThatIsDownOrOfAnotherVersionIsSaidWithWhatToDo() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        SlurmContext played =
                new SlurmContext(place, Map.of("bin", place.resolve("bin").toString()), Clock.systemUTC());
        slurm.answers("sacct", "echo 'sacct: error: Invalid field requested: \"ReqTRES\"' >&2; exit 1");
        assertThatThrownBy(() -> jobs(played))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("slurm, sacct: Invalid field requested", "version of slurmdbd");
        slurm.answers("sacct", "echo 'sacct: error: Incompatible versions of client and server code' >&2; exit 1");
        assertThatThrownBy(() -> jobs(played)).isInstanceOf(InvalidInputException.class);

        Path bin = requireNonNull(Requires.program("sacct").getParent());
        try (ServerSocket hung = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            for (int port : List.of(1, hung.getLocalPort())) {
                Path conf = Files.writeString(place.resolve("slurm.conf"), """
                        ClusterName=c
                        SlurmctldHost=localhost
                        AuthType=auth/none
                        AccountingStorageType=accounting_storage/slurmdbd
                        AccountingStorageHost=127.0.0.1
                        AccountingStoragePort=%d
                        NodeName=localhost
                        PartitionName=p Nodes=localhost
                        """.formatted(port));
                SlurmContext real = new SlurmContext(
                        place,
                        Map.of(
                                "bin",
                                bin.toString(),
                                "conf",
                                conf.toString(),
                                "accounting-timeout",
                                "2s",
                                "command-timeout",
                                "2s"),
                        Clock.systemUTC());
                assertThatThrownBy(() -> jobs(real))
                        .isInstanceOf(UnavailableException.class)
                        .hasMessageContainingAll("slurm, sacct: ", "slurmdbd", "accounting-timeout")
                        .hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsAnErrorAndNotAnEmptyFleet() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        for (String script : List.of(
                "sleep 30",
                "echo 'sacct: error: Problem talking to the database' >&2; exit 1",
                "printf '12\u001fhalf'")) {
            slurm.answers("sacct", script);
            SlurmContext context = new SlurmContext(
                    place,
                    Map.of(
                            "bin",
                            place.resolve("bin").toString(),
                            "command-timeout",
                            "300ms",
                            "accounting-timeout",
                            "300ms"),
                    Clock.systemUTC());
            assertThatThrownBy(() -> jobs(context))
                    .isInstanceOfSatisfying(
                            AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                    .hasMessageStartingWith("slurm, sacct")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void aClusterIsToldByItsNameAndControllerAskedForOnce() throws IOException {
        FakeSlurm slurm = new FakeSlurm(place.resolve("bin"));
        slurm.answers("scontrol", "echo 'slurm_load_ctl_conf error: Unable to contact slurm controller' >&2; exit 1");
        SlurmContext context = slurm.context(place);
        FleetSource source = new SlurmFleetSourceFactory().create(withoutTrials(context));

        assertThat(source.identity()).as("nobody answers").isEmpty();
        slurm.prints("scontrol", """
                Configuration data as of 2026-11-22T10:00:00
                ClusterName             = blue
                SlurmctldHost[0]        = ctl1(10.0.0.1)
                SlurmctldHost[1]        = ctl2
                """);
        Optional<String> blue = source.identity();

        assertThat(blue).hasValueSatisfying(name -> assertThat(name).contains("blue", "ctl1(10.0.0.1)"));
        assertThat(source.identity()).isEqualTo(blue);
        assertThat(slurm.calls("scontrol")).as("once in vain").isEqualTo(2);
        assertThat(new SlurmFleetSourceFactory()
                        .create(withoutTrials(context).with("partition", "gpu"))
                        .identity())
                .isPresent()
                .isNotEqualTo(blue);
    }

    @Test
    void aSavedAnswerIsToldByItsFile() throws IOException {
        assertThat(new SlurmFleetSourceFactory()
                        .create(saved("squeue-22.05.json"))
                        .identity())
                .hasValueSatisfying(name -> assertThat(name)
                        .contains(place.resolve("squeue-22.05.json").toString()));
    }

    private static SlurmContext withoutTrials(SlurmContext context) {
        Map<String, String> settings = new TreeMap<>(context.settings());
        settings.keySet().removeAll(Set.of("poll-interval", "result-grace"));
        return new SlurmContext(context.directory(), settings, context.clock());
    }

    private static FleetJob job(Map<String, FleetJob> jobs, String id) {
        return Optional.ofNullable(jobs.get(id)).orElseThrow();
    }
}
