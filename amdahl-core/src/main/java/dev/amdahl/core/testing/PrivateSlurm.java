package dev.amdahl.core.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A real Slurm cluster of one's own on this machine: nodes with eight processors and four accelerators each that only Slurm believes
 * in, one or several, on free ports, in a folder of its own, with accounting in a database of its own where asked. Its daemons may be killed, hung and started again.
 * Not thread-safe.
 */
public final class PrivateSlurm implements AutoCloseable {
    private static final int MAX_SECONDS = 30;
    private static final int KEY_BYTES = 1024;
    private static final int ACCELERATORS = 4;
    private static final List<String> PROGRAMS = List.of("munged", "slurmctld", "slurmd", "sinfo", "squeue", "scancel");
    private static final List<String> FOLDERS =
            List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/sbin", "/bin");

    private final Path folder;
    private final PrivateAccounting accounting;
    private final List<String> nodes;
    private final Map<Daemon, List<Process>> running = new EnumMap<>(Daemon.class);
    private int marks;

    /** A daemon of the cluster. */
    public enum Daemon {
        /** Vouches for users; without it every call is refused. */
        MUNGED,
        /** The controller. */
        SLURMCTLD,
        /** The nodes, each with one of its own. */
        SLURMD,
        /** The database of accounting. */
        MARIADBD,
        /** Accounting. */
        SLURMDBD
    }

    private PrivateSlurm(Path folder, boolean isAccounted, int nodes) {
        this.folder = folder;
        accounting = new PrivateAccounting(folder, isAccounted);
        this.nodes = nodes == 1
                ? List.of(node())
                : IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).toList();
    }

    /**
     * Starts one, if Slurm and munge are installed here; returns once its node is idle. Beside the partition {@code debug} it has a partition
     * {@code urgent}, whose jobs end those of the other.
     */
    public static Optional<PrivateSlurm> start() {
        return start(1);
    }

    /** Starts one of that many nodes, if more than one named n1, n2 and so on. */
    public static Optional<PrivateSlurm> start(int nodes) {
        return start(false, nodes);
    }

    /**
     * Starts one with accounting, if slurmdbd and MariaDB are installed here too.
     */
    public static Optional<PrivateSlurm> startAccounted() {
        return PrivateAccounting.PROGRAMS.stream()
                        .allMatch(program -> program(program).isPresent())
                ? start(true, 1)
                : Optional.empty();
    }

    private static Optional<PrivateSlurm> start(boolean isAccounted, int nodes) {
        if (PROGRAMS.stream().anyMatch(program -> program(program).isEmpty())) {
            return Optional.empty();
        }
        PrivateSlurm cluster;
        try {
            cluster = new PrivateSlurm(Files.createTempDirectory("amdahl-slurm-"), isAccounted, nodes);
            cluster.layOut();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            cluster.start(Daemon.MUNGED);
            if (isAccounted) {
                cluster.start(Daemon.MARIADBD);
                cluster.start(Daemon.SLURMDBD);
            }
            cluster.launch(Daemon.SLURMCTLD, List.of("-D", "-c"));
            cluster.start(Daemon.SLURMD);
            return Optional.of(cluster);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns its configuration: what {@code SLURM_CONF} must name for commands to find it. */
    public Path configuration() {
        return folder.resolve("slurm.conf");
    }

    /** Returns the name of its node. */
    public String node() {
        return call("hostname", "-s").strip();
    }

    /**
     * Returns once the controller has written down how a job stands now: it writes every five seconds, and a kill before that makes it
     * forget the job, or that the job has started.
     */
    public void awaitSaved(String job) {
        String mark = "saved-" + ++marks;
        call("scontrol", "update", "JobId=" + job, "Comment=" + mark);
        Path state = folder.resolve("state/job_state");
        await("saved state of job " + job, () -> textOf(state).contains(mark));
    }

    /** Returns what a command prints on standard output; its errors too if it fails. */
    public String call(String... command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
            builder.environment().put("SLURM_CONF", configuration().toString());
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
            String error = new String(process.getErrorStream().readAllBytes(), ISO_8859_1);
            return process.waitFor() == 0 ? output : output + error;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends a daemon at once; what runs under the node goes on. */
    public void kill(Daemon daemon) {
        for (Process process : Optional.ofNullable(running.remove(daemon)).orElse(List.of())) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    /** Stops a daemon where it stands: its connections stay open and nothing answers, until {@link #resume}. */
    public void hang(Daemon daemon) {
        signal(daemon, "-STOP");
    }

    /** Lets it go on after {@link #hang}, as if nothing had been. */
    public void resume(Daemon daemon) {
        signal(daemon, "-CONT");
    }

    private void signal(Daemon daemon, String signal) {
        running.getOrDefault(daemon, List.of()).forEach(process -> call("kill", signal, "" + process.pid()));
    }

    /** Starts a daemon that was killed, the controller with the state it saved; returns once it answers. */
    public void start(Daemon daemon) {
        switch (daemon) {
            case MUNGED -> {
                launch(daemon, munged());
                await(
                        "munged",
                        () -> Files.exists(socket())
                                && call("munge", "-n", "-S", socket().toString())
                                        .contains("MUNGE:"));
            }
            case SLURMCTLD, SLURMD -> {
                List<String> names = daemon == Daemon.SLURMD ? nodes : List.of("");
                names.forEach(node -> launch(daemon, node.isEmpty() ? List.of("-D") : List.of("-D", "-N", node)));
                awaitNode();
            }
            case MARIADBD -> {
                launch(daemon, accounting.database());
                await("database", () -> Files.exists(accounting.databaseSocket()));
            }
            case SLURMDBD -> {
                launch(daemon, List.of("-D"));
                await(
                        "accounting",
                        () -> call("timeout", "5", "sacctmgr", "--immediate", "add", "cluster", "amdahl")
                                .matches("(?s).*(Adding Cluster|already exists|Nothing new added).*"));
            }
        }
    }

    private List<String> munged() {
        return List.of(
                "--foreground",
                "--force",
                "--key-file=" + folder.resolve("munge.key"),
                "--socket=" + socket(),
                "--pid-file=" + folder.resolve("run/munged.pid"),
                "--log-file=" + folder.resolve("log/munged.log"),
                "--seed-file=" + folder.resolve("run/munge.seed"),
                "--num-threads=2");
    }

    /** Starts the killed controller without the state it saved: it knows no job, and counts from 1. */
    public void startForgetful() {
        // Asked to forget, it still goes on counting from the last number that it wrote down.
        try {
            MoreFiles.deleteDirectoryContents(folder.resolve("state"), RecursiveDeleteOption.ALLOW_INSECURE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        launch(Daemon.SLURMCTLD, List.of("-D", "-c"));
        awaitNode();
    }

    private Path socket() {
        return folder.resolve("run/munge.sock");
    }

    /** Slurm drains a node whose daemon died while it started a job; an operator lets it go on. */
    private void awaitNode() {
        await("the node", () -> {
            String states = call("timeout", "2", "sinfo", "--noheader", "--Node", "--Format=StateLong");
            if (states.contains("drain")) {
                call("scontrol", "update", "NodeName=" + String.join(",", nodes), "State=RESUME");
            }
            return states.lines().allMatch(state -> state.strip().matches("idle|mixed|allocated|completing"));
        });
    }

    /** Cancels what runs, stops every daemon and process, and removes its files. */
    @Override
    public void close() {
        if (running.containsKey(Daemon.SLURMCTLD) && running.containsKey(Daemon.MUNGED)) {
            call("timeout", "5", "scancel", "--me");
            try {
                await(
                        "the queue to end",
                        () -> call("timeout", "2", "squeue", "--noheader").isBlank());
            } catch (IllegalStateException left) {
                call("timeout", "5", "scancel", "--me", "--signal=KILL");
            }
        }
        for (Daemon daemon :
                List.of(Daemon.SLURMD, Daemon.SLURMCTLD, Daemon.SLURMDBD, Daemon.MARIADBD, Daemon.MUNGED)) {
            kill(daemon);
        }
        for (List<ProcessHandle> left = members(); !left.isEmpty(); left = members()) {
            left.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        PrivateServer.remove(folder);
    }

    /** Processes that carry its configuration in their environment. */
    private List<ProcessHandle> members() {
        String mark = "SLURM_CONF=" + configuration();
        long self = ProcessHandle.current().pid();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process ->
                            process.pid() != self && environment(process).contains(mark))
                    .toList();
        }
    }

    private static String environment(ProcessHandle process) {
        return textOf(Path.of("/proc", Long.toString(process.pid()), "environ"));
    }

    private static String textOf(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private void launch(Daemon daemon, List<String> arguments) {
        String name = daemon.name().toLowerCase(Locale.ROOT);
        List<String> command = new ArrayList<>(List.of(program(name).orElseThrow()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("log/" + name + ".out").toFile()));
        builder.environment().put("SLURM_CONF", configuration().toString());
        builder.environment().put("MYSQL_UNIX_PORT", accounting.databaseSocket().toString());
        try {
            running.computeIfAbsent(daemon, key -> new ArrayList<>()).add(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(String what, BooleanSupplier isThere) {
        for (int attempt = 0; attempt < MAX_SECONDS * 20; attempt++) {
            if (isThere.getAsBoolean()) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new IllegalStateException("Slurm: no " + what + " after " + MAX_SECONDS + " s: "
                + call("sh", "-c", "tail -n 20 '" + folder + "'/log/*"));
    }

    private void layOut() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : List.of("state", "spool", "log", "run", "devices")) {
            Files.createDirectory(folder.resolve(name));
        }
        List<String> lines = new ArrayList<>();
        for (String name : nodes) {
            Files.createDirectory(folder.resolve("spool").resolve(name));
            lines.add("NodeName=" + name + " NodeHostname=" + node() + " NodeAddr=127.0.0.1 Port="
                    + PrivateServer.freePort() + " CPUs=8 RealMemory=1024 Gres=gpu:h200:" + ACCELERATORS);
        }
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Files.write(folder.resolve("munge.key"), key);
        Files.setPosixFilePermissions(folder.resolve("munge.key"), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("gres.conf"), "Name=gpu Type=h200 File=" + devices() + "\n");
        String user = System.getProperty("user.name");
        Files.writeString(
                configuration(),
                String.join(
                        "\n",
                        "ClusterName=amdahl",
                        "SlurmctldHost=" + node() + "(127.0.0.1)",
                        "SlurmUser=" + user,
                        "SlurmdUser=" + user,
                        "AuthType=auth/munge",
                        "CredType=cred/munge",
                        "AuthInfo=socket=" + socket(),
                        "SlurmctldPort=" + PrivateServer.freePort(),
                        "StateSaveLocation=" + folder.resolve("state"),
                        "SlurmdSpoolDir=" + folder.resolve("spool/%n"),
                        "SlurmctldPidFile=" + folder.resolve("run/slurmctld.pid"),
                        "SlurmdPidFile=" + folder.resolve("run/slurmd-%n.pid"),
                        "SlurmctldLogFile=" + folder.resolve("log/slurmctld.log"),
                        "SlurmdLogFile=" + folder.resolve("log/slurmd-%n.log"),
                        "ProctrackType=proctrack/linuxproc",
                        "TaskPlugin=task/none",
                        "SwitchType=switch/none",
                        "MpiDefault=none",
                        "ReturnToService=2",
                        "SlurmdParameters=config_overrides",
                        "SchedulerType=sched/backfill",
                        "SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0,bf_interval=1",
                        "SelectType=select/cons_tres",
                        "SelectTypeParameters=CR_Core",
                        "GresTypes=gpu",
                        "MinJobAge=3600",
                        "KillWait=2",
                        String.join("\n", lines),
                        "PreemptType=preempt/partition_prio",
                        "PreemptMode=CANCEL",
                        "PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP",
                        "PartitionName=urgent Nodes=ALL PriorityTier=9 MaxTime=INFINITE State=UP",
                        String.join("\n", accounting.layOut(socket())),
                        ""));
    }

    /** Terminals, where there are enough: with plain files Slurm grants accelerators, but does not tell jobs which. */
    private String devices() throws IOException {
        String last = Integer.toString(ACCELERATORS - 1);
        if (Files.exists(Path.of("/dev/tty" + last))) {
            return "/dev/tty[0-" + last + "]";
        }
        for (int i = 0; i < ACCELERATORS; i++) {
            Files.createFile(folder.resolve("devices/accelerator" + i));
        }
        return folder.resolve("devices") + "/accelerator[0-" + last + "]";
    }

    static Optional<String> program(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Arrays.stream(path.split(":")), FOLDERS.stream())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
