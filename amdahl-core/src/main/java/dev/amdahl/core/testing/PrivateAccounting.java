package dev.amdahl.core.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** The accounting of a private Slurm: a database and slurmdbd, both in its folder, or neither. Not thread-safe. */
final class PrivateAccounting {
    static final List<String> PROGRAMS = List.of("slurmdbd", "mariadbd", "mariadb-install-db", "sacct", "sacctmgr");

    private final Path folder;
    private final boolean isKept;
    private int databasePort;

    PrivateAccounting(Path folder, boolean isKept) {
        this.folder = folder;
        this.isKept = isKept;
    }

    /** Makes the files of both daemons; returns lines for the cluster's configuration. */
    List<String> layOut(Path munge) throws IOException {
        if (!isKept) {
            return List.of("AccountingStorageType=accounting_storage/none", "JobAcctGatherType=jobacct_gather/none");
        }
        int port = PrivateServer.freePort();
        String user = System.getProperty("user.name");
        databasePort = PrivateServer.freePort();
        makeDatabase();
        Path settings = folder.resolve("slurmdbd.conf");
        Files.writeString(
                settings,
                String.join(
                        "\n",
                        "AuthType=auth/munge",
                        "AuthInfo=socket=" + munge,
                        "DbdHost=localhost",
                        "DbdAddr=127.0.0.1",
                        "DbdPort=" + port,
                        "SlurmUser=" + user,
                        "StorageType=accounting_storage/mysql",
                        "StorageHost=localhost",
                        "StorageUser=root",
                        "StorageLoc=slurm",
                        "PidFile=" + folder.resolve("run/slurmdbd.pid"),
                        "LogFile=" + folder.resolve("log/slurmdbd.log"),
                        ""));
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-------"));
        return List.of(
                "AccountingStorageType=accounting_storage/slurmdbd",
                "AccountingStorageHost=127.0.0.1",
                "JobAcctGatherType=jobacct_gather/linux",
                "JobAcctGatherFrequency=task=1",
                "AccountingStoragePort=" + port,
                "AccountingStoragePass=" + munge,
                "AccountingStorageTRES=gres/gpu,gres/gpu:h200");
    }

    private void makeDatabase() throws IOException {
        try {
            PrivateServer.prepare(
                    databaseInstaller(folder.resolve("database")), Files.createDirectory(folder.resolve("making")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Returns the command that makes an empty database, in which root needs no password. */
    static ProcessBuilder databaseInstaller(Path data) {
        return new ProcessBuilder(
                PrivateSlurm.program("mariadb-install-db").orElseThrow(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db");
    }

    /** Returns the arguments of the database's server, which also answers on a port of this machine. */
    List<String> database() {
        return databaseArguments(
                folder.resolve("database"),
                databaseSocket(),
                "--pid-file=" + folder.resolve("run/mariadbd.pid"),
                "--bind-address=127.0.0.1",
                "--port=" + databasePort);
    }

    /** Returns the arguments of a small server of a database. */
    static List<String> databaseArguments(Path data, Path socket, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + data,
                "--socket=" + socket,
                "--skip-log-bin",
                "--innodb-buffer-pool-size=32M"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** Returns where the database answers. */
    Path databaseSocket() {
        return folder.resolve("run/database.sock");
    }
}
