package dev.amdahl.benchmarks.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * Commits per second of one writer, one event each: the ledger, H2 alone with the same settings, and H2 with one forced
 * append to a file beside it; interleaved, medians of the rounds. Arguments: a folder on the disk to measure, the rounds, the seconds of each.
 */
public final class LedgerBenchmark {
    private static final String SETTINGS = ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";

    private LedgerBenchmark() {}

    public static void main(String[] arguments) throws IOException, SQLException, NoSuchAlgorithmException {
        Path parent = Path.of(arguments.length > 0 ? arguments[0] : "target");
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        Duration each = Duration.ofSeconds(arguments.length > 2 ? Integer.parseInt(arguments[2]) : 2);
        Path folder = Files.createTempDirectory(Files.createDirectories(parent), "ledger-benchmark");
        double[] ours = new double[rounds];
        double[] raw = new double[rounds];
        double[] rawWithFile = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            double a = ledger(folder.resolve("ledger" + round), each);
            double b = raw(folder.resolve("raw" + round), each, false);
            double c = raw(folder.resolve("file" + round), each, true);
            if (round >= 0) {
                ours[round] = a;
                raw[round] = b;
                rawWithFile[round] = c;
            }
        }
        print("ledger", ours, ours);
        print("H2 alone", raw, ours);
        print("H2 and a forced append", rawWithFile, ours);
    }

    private static double ledger(Path path, Duration each) {
        try (Ledger ledger = Ledger.open(path.toString())) {
            Lease lease = ledger.acquire("benchmark", Duration.ofHours(1));
            long start = System.nanoTime();
            long commits = 0;
            for (; System.nanoTime() - start < each.toNanos(); commits++) {
                lease.commit(new Entry.Spent("run-" + commits, Cost.Kind.BUILD_SECONDS, 1));
            }
            return commits * 1e9 / (System.nanoTime() - start);
        }
    }

    /** The same bytes: an event row with its unique hash, and one state row. */
    private static double raw(Path path, Duration each, boolean withFile)
            throws SQLException, IOException, NoSuchAlgorithmException {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        String payload = "x".repeat(80);
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + path.toAbsolutePath() + SETTINGS);
                Statement statement = connection.createStatement();
                FileChannel file = FileChannel.open(
                        path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            statement.execute("CREATE TABLE event (seq BIGINT PRIMARY KEY, payload VARCHAR, hash BINARY(32) UNIQUE)");
            statement.execute("CREATE TABLE cost (id VARCHAR PRIMARY KEY, body VARCHAR)");
            connection.setAutoCommit(false);
            try (PreparedStatement event = connection.prepareStatement("INSERT INTO event VALUES (?, ?, ?)");
                    PreparedStatement cost = connection.prepareStatement("INSERT INTO cost VALUES (?, ?)")) {
                long start = System.nanoTime();
                long commits = 0;
                for (; System.nanoTime() - start < each.toNanos(); commits++) {
                    event.setLong(1, commits);
                    event.setString(2, payload);
                    event.setBytes(3, sha256.digest(Long.toString(commits).getBytes(UTF_8)));
                    event.executeUpdate();
                    cost.setString(1, Long.toString(commits));
                    cost.setString(2, payload);
                    cost.executeUpdate();
                    connection.commit();
                    statement.execute("CHECKPOINT SYNC");
                    if (withFile) {
                        file.write(ByteBuffer.wrap((payload.repeat(4) + "\n").getBytes(UTF_8)));
                        file.force(false);
                    }
                }
                return commits * 1e9 / (System.nanoTime() - start);
            }
        }
    }

    private static void print(String name, double[] perSecond, double[] ours) {
        System.out.printf(
                Locale.ROOT,
                "%-24s %7.0f commits/s %s; the ledger has %.2f of it%n",
                name,
                median(perSecond),
                Arrays.toString(
                        Arrays.stream(perSecond).mapToLong(Math::round).sorted().toArray()),
                median(ours) / median(perSecond));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
