package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.Retention;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.fleet.FleetJobs;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.hypothesis.Probe;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import dev.amdahl.spi.hypothesis.Switch;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobsFileTest {
    static final String FULL = """
            defaults: {price_per_accelerator_hour: 2.5, currency: EUR}
            policy: {allow_unsigned: true, max_open_per_family: 3, fdr: strict, pairs: 30, minimum_effect: 2%, floor: 0.05, keep: 3d, calls: {each: 90s, per_cycle: 4m, tokens_per_hypothesis: 20000}}
            budget: {accelerator_hours: 40, money: 100, per_day: {tokens: 5000}, experiments_in_flight: 2, review_minutes_each: 15}
            builder: {sandbox: always, memory_mib: 512, processes: 64, disk_mib: 100, temporary_mib: 50, limit_seconds: 60, readable: [ideas, /usr]}
            jobs:
              - family: nightly-eval
                command: [python3, eval.py, --shard, "0"]
                directory: .
                accelerators: {type: h200, count: 4}
                runs_per_week: 70
                environment: {NUM_WORKERS: "0", MODE: slow}
                time_limit: 20m
                cache: warm
                metric: {name: seconds_per_token, json: metrics.json, pointer: /spt}
                work_units: {stdout: "processed ([0-9]+)"}
                output:
                  - {path: predictions.jsonl, compare: exact}
                  - {path: numbers.txt, compare: numeric, relative: 1e-6}
                  - {path: report.json, compare: {json: {ignore: [/time]}}}
                  - {path: "-", compare: {command: [cmp, -s]}}
                guardrails: [{name: loss, json: metrics.json, pointer: /loss, lower_is_better: true, margin: 0%}]
                artifacts: {trace: trace.json.gz, log: job.log}
                slurm: {account: ml, qos: high, constraint: "h200&nvlink", exclusive: true, exclude: [n3, "n[7-9]"], cpus_per_task: 8, container_image: nvcr.io#nvidia/pytorch:26.01-py3, container_mounts: ["/data:/data:ro"], container_mount_home: false}
                source: {repository: ., revision: HEAD, epoch: "7", build: [make, -j2], editable: ["src/**"]}
                levers:
                  - {name: workers, environment: NUM_WORKERS, values: ["0", "2", "4"], addresses: [INPUT_STARVATION], idea: input-more-workers}
                  - {name: shard, argument: "0", values: ["1"], addresses: [HOST_SERIAL]}
                  - {name: compile, flag: --compile, addresses: [LAUNCH_BOUND]}
                  - {name: accelerators, accelerators: [2, 1], addresses: [OVER_ALLOCATION]}
                hypotheses:
                  - {title: fuse the decoder, addresses: [HOST_SERIAL], patch: ideas/fuse.patch, expected: 15%}
                  - {title: fast mode, addresses: [HOST_SERIAL, LAUNCH_BOUND], environment: {MODE: fast}}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void addPatch() throws IOException {
        Files.createDirectories(folder.resolve("ideas"));
        Files.writeString(folder.resolve("ideas/fuse.patch"), """
                diff --git a/src/old.c b/src/old.c
                --- a/src/old.c
                +++ /dev/null
                @@ -1 +0,0 @@
                -x
                diff --git a/src/b.c b/src/b.c
                --- a/src/b.c
                +++ b/src/b.c
                @@ -1 +1 @@
                -x
                +y
                """);
    }

    private JobsFile read(String text) throws IOException {
        return JobsFile.read(Files.writeString(folder.resolve("jobs.yaml"), text));
    }

    @Test
    void theScopeSaysWhatMayBeWorkedOn() throws IOException {
        String jobs = "jobs: [{family: f, command: [x]}]\n";
        ScopePolicy scope =
                read("policy: {floor: 5%, scope: {weights: {f: 0}, excluded_axes: [NETWORK], excluded_classes:"
                                + " [SYNC_STALL], untouchable: ['environment:SEED']}}\n" + jobs)
                        .settings()
                        .policy(LoopPolicy.DEFAULT)
                        .scope();
        assertThat(scope)
                .isEqualTo(new ScopePolicy(
                        Map.of("f", 0.0),
                        Set.of(ResourceAxis.NETWORK),
                        Set.of(Bottleneck.SYNC_STALL),
                        .05,
                        Set.of("environment:SEED")));
        assertThatThrownBy(() -> read("policy: {scope: {weights: {g: 2}}}\n" + jobs))
                .hasMessageContaining("no job has the family 'g'");
    }

    @Test
    void whatAJobAsksOfSlurmIsNamedAsItsOptions() throws IOException {
        assertThat(read(FULL).jobs().get(0).schedulerSettings())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "slurm.account", "ml",
                        "slurm.qos", "high",
                        "slurm.constraint", "h200&nvlink",
                        "slurm.exclusive", "",
                        "slurm.exclude", "n3,n[7-9]",
                        "slurm.cpus-per-task", "8",
                        "slurm.container-image", "nvcr.io#nvidia/pytorch:26.01-py3",
                        "slurm.container-mounts", "/data:/data:ro"));
        assertThat(read("jobs: [{family: f, command: [x]}]\n").jobs().get(0).schedulerSettings())
                .isEmpty();
    }

    @Test
    void theSettingsOfTheBuilderAreThoseThatItReads() throws IOException {
        assertThat(read(FULL).builder())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "sandbox",
                        "always",
                        "memory_mib",
                        "512",
                        "processes",
                        "64",
                        "disk_mib",
                        "100",
                        "temporary_mib",
                        "50",
                        "limit_seconds",
                        "60",
                        "readable",
                        folder.resolve("ideas") + File.pathSeparator + "/usr"));
    }

    @Test
    void everyKeyOfAJobIsRead() throws IOException {
        JobSpec job = read(FULL).jobs().get(0);

        assertThat(job.family()).isEqualTo("nightly-eval");
        assertThat(job.command()).containsExactly("python3", "eval.py", "--shard", "0");
        assertThat(job.directory()).contains(folder.toAbsolutePath().normalize());
        assertThat(job.accelerators()).isEqualTo(new Accelerators("h200", 4));
        assertThat(job.runsPerWeek()).hasValue(70);
        assertThat(job.environment()).containsEntry("NUM_WORKERS", "0").hasSize(2);
        assertThat(job.timeLimit()).contains(Duration.ofMinutes(20));
        assertThat(job.isCacheCold()).isFalse();
        assertThat(job.metric().source()).contains(new ValueSource.Json("metrics.json", "/spt"));
        assertThat(job.workUnits()).contains(new ValueSource.Stdout("processed ([0-9]+)"));
        assertThat(job.outputs())
                .containsExactly(
                        new OutputRule("predictions.jsonl", new OutputRule.Exact()),
                        new OutputRule("numbers.txt", new OutputRule.Numeric(1e-6, 0)),
                        new OutputRule("report.json", new OutputRule.Json(List.of("/time"))),
                        new OutputRule("-", new OutputRule.Command(List.of("cmp", "-s"))));
        assertThat(job.guardrails()).singleElement().satisfies(guardrail -> {
            assertThat(guardrail.name()).isEqualTo("loss");
            assertThat(guardrail.margin()).isZero();
        });
        assertThat(job.artifacts()).containsEntry("trace", "trace.json.gz").containsEntry("log", "job.log");
        assertThat(job.source()).hasValueSatisfying(source -> {
            assertThat(source.epoch()).isEqualTo("7");
            assertThat(source.build()).containsExactly("make", "-j2");
            assertThat(source.editable()).containsExactly("src/**");
        });
        assertThat(job.price()).contains(new Price(2.5, "EUR"));
    }

    @Test
    void leversKnowTheirPresentValue() throws IOException {
        List<Lever> levers = read(FULL).jobs().get(0).levers();

        assertThat(levers)
                .extracting(Lever::target)
                .containsExactly(
                        new LeverSetting.Environment("NUM_WORKERS"),
                        new LeverSetting.Argument("0"),
                        new LeverSetting.Flag("--compile"),
                        new LeverSetting.AcceleratorCount());
        assertThat(levers).extracting(Lever::current).containsExactly("0", "0", "off", "4");
        assertThat(levers)
                .extracting(Lever::values)
                .containsExactly(List.of("2", "4"), List.of("1"), List.of("on"), List.of("2", "1"));
        assertThat(levers.get(0).idea()).contains("input-more-workers");
        assertThat(levers.get(3).addresses()).containsExactly(Bottleneck.OVER_ALLOCATION);
    }

    @Test
    void contributionsAreAPatchOrSettings() throws IOException {
        var offers = read(FULL).jobs().get(0).contributions();

        assertThat(offers.get(0).change())
                .isInstanceOfSatisfying(
                        PatchChange.class, patch -> assertThat(patch.paths()).containsExactly("src/b.c", "src/old.c"));
        assertThat(offers.get(0).expectedFraction()).hasValue(.15);
        assertThat(offers.get(1).change())
                .isInstanceOfSatisfying(
                        ConfigChange.class,
                        change -> assertThat(change.settings())
                                .containsExactly(new LeverSetting(
                                        "MODE", new LeverSetting.Environment("MODE"), "slow", "fast")));
    }

    @Test
    void policyAndBudgetAreOptional() throws IOException {
        PolicySettings settings = read(FULL).settings();
        assertThat(settings.unsignedAllowed()).contains(true);
        assertThat(settings.maxOpenPerFamily()).hasValue(3);
        assertThat(settings.policy(LoopPolicy.DEFAULT).calls())
                .isEqualTo(new CallPolicy(Duration.ofSeconds(90), Duration.ofMinutes(4), 20_000));
        assertThat(settings.strictFdr()).contains(true);
        assertThat(settings.declaredPairs()).hasValue(30);
        assertThat(settings.minimumEffect()).hasValue(.02);
        assertThat(settings.floor()).hasValue(.05);
        assertThat(settings.keep()).contains(Retention.of(Duration.ofDays(3)));
        assertThat(settings.declared())
                .isEqualTo(new Budget(Limits.acceleratorHours(40).withMoney(100), Limits.NONE.withTokens(5000), 2, 15));
        assertThat(settings.budget(OptionalDouble.of(7)).total().acceleratorHours())
                .isEqualTo(7);

        PolicySettings none = read("jobs: [{family: f, command: [\"true\"]}]\n").settings();
        assertThat(none.declared()).isEqualTo(Budget.UNLIMITED);
        assertThat(none.declaredPairs()).isEmpty();
        assertThat(none.unsignedAllowed()).isEmpty();
    }

    @Test
    void fewerPairsThanCanShowAnythingAreTakenAsTwelveWithAWarning() throws IOException {
        PolicySettings few = read("jobs: [{family: f, command: [\"true\"]}]\npolicy: {pairs: 8}\n")
                .settings();

        assertThat(few.warnings())
                .containsExactly("policy.pairs: 8 is taken as 12, as fewer pairs can show no difference of any size");
        EvidencePolicy evidence = few.policy(LoopPolicy.DEFAULT).evidence();
        assertThat(evidence.firstCap() + evidence.confirmationCap()).isEqualTo(12);
        assertThat(read("jobs: [{family: f, command: [\"true\"]}]\npolicy: {pairs: 1}\n")
                        .settings()
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("policy.pairs: 1 is taken as 12");
        assertThat(read(FULL).settings().warnings()).isEmpty();
    }

    @Test
    void noiseAndCalibrationMayBeDeclared() throws IOException {
        LoopPolicy policy = read("""
                        jobs: [{family: f, command: ["true"]}]
                        policy: {noise: {prior: .03, trials: 6}, calibration: 10%}
                        """).settings().policy(LoopPolicy.DEFAULT);

        assertThat(policy.noisePrior(false)).isEqualTo(.03);
        assertThat(policy.noisePrior(true)).isEqualTo(.03);
        assertThat(policy.noiseTrials()).isEqualTo(6);
        assertThat(policy.calibration()).isEqualTo(.1);

        LoopPolicy trials = read("""
                        jobs: [{family: f, command: ["true"]}]
                        policy: {noise: {trials: 6}}
                        """).settings().policy(LoopPolicy.DEFAULT);
        assertThat(trials.noisePrior(true))
                .as("the scheduler's own prior stays")
                .isEqualTo(LoopPolicy.DEFAULT.noisePrior(true));
        assertThat(trials.calibration()).isEqualTo(.02);
    }

    @Test
    void aBareJobHasTheDefaults() throws IOException {
        JobSpec job = read("jobs: [{family: f, command: [\"true\"]}]\n").jobs().get(0);
        assertThat(job.accelerators()).isEqualTo(new Accelerators("cpu", 1, 1));
        assertThat(job.metric()).isEqualTo(MetricSpec.ACCELERATOR_SECONDS);
        assertThat(job.directory()).isEmpty();
        assertThat(job.price()).isEmpty();
    }

    @Test
    void acceleratorsAreThoseOfAllNodes() throws IOException {
        List<JobSpec> jobs = read("""
                        jobs:
                          - {family: a, command: [x], accelerators: {type: h200, count: 16, nodes: 2}}
                          - {family: b, command: [x], accelerators: {nodes: 3}}
                        """).jobs();
        Accelerators held = jobs.get(0).accelerators();
        assertThat(held.perNode()).isEqualTo(8);
        assertThat(held.withCount(8)).isEqualTo(new Accelerators("h200", 8));
        assertThat(held.withCount(24).nodes()).isEqualTo(3);
        assertThat(held.withCount(4)).as("on both nodes").isEqualTo(new Accelerators("h200", 4, 2));
        assertThat(jobs.get(1).accelerators()).isEqualTo(new Accelerators("cpu", 3, 3));
    }

    @Test
    void anAnchorMaySpareTyping() throws IOException {
        List<JobSpec> jobs = read("""
                        jobs:
                          - {family: a, command: &c [echo, hello]}
                          - {family: b, command: *c}
                        """).jobs();
        assertThat(jobs.get(1).command()).containsExactly("echo", "hello");
    }

    @Test
    void theQuickstartsJobsAreRead() throws IOException {
        Requires.program("git");
        JobsFile file = JobsFile.read(FleetJobs.writeJobsFile(folder.resolve("quickstart")));

        assertThat(file.jobs()).hasSizeGreaterThanOrEqualTo(5);
        assertThat(file.jobs())
                .allSatisfy(job -> assertThat(
                                job.levers().size() + job.contributions().size())
                        .isPositive());
        assertThat(file.jobs().stream().flatMap(job -> job.contributions().stream()))
                .anySatisfy(offer -> assertThat(offer.change()).isInstanceOf(PatchChange.class));
    }

    @Test
    void whatMakesAVerdictCheaperIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("cheap.yaml"), """
                policy: {designs: [windows, probe], resampler: cpu}
                jobs:
                  - family: train
                    command: [python3, train.py]
                    environment: {PREFETCH: "2"}
                    probe: {arguments: [--max-steps, 200], environment: {SHORT: 1}, share: 5%}
                    parallel: 3
                    deadline: 45m
                    levers:
                      - {name: p, environment: PREFETCH, values: ["4"], addresses: [INPUT_STARVATION], switch: {window: 100}}
                      - {name: q, environment: PREFETCH, values: ["8"], addresses: [INPUT_STARVATION], switch: false}
                """);

        JobsFile read = JobsFile.read(file);
        JobSpec job = read.jobs().get(0);
        assertThat(job.probe())
                .hasValue(new Probe(List.of("--max-steps", "200"), Map.of("SHORT", "1"), OptionalDouble.of(.05)));
        assertThat(job.parallel()).isEqualTo(3);
        assertThat(job.deadline()).hasValue(Duration.ofMinutes(45));
        assertThat(job.levers().get(0).atRunTime()).hasValue(new Switch(OptionalInt.of(100), OptionalInt.empty()));
        assertThat(job.levers().get(1).atRunTime()).isEmpty();
        assertThat(read.settings().policy(LoopPolicy.DEFAULT).designs())
                .containsExactlyInAnyOrder(Design.WINDOWS, Design.PROBE);
        assertThat(read.settings().resampler()).isEqualTo("cpu");
    }
}
