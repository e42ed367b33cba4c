package dev.amdahl.profilers.internal.nsys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** An export with the tables and columns that the tool documents, made up. */
final class NsysFile {
    static final long BEGAN = 1_735_632_360_000_000_000L;
    static final long PROCESS = (1L << 56) | (42L << 24);

    private final List<String> statements = new ArrayList<>(List.of("PRAGMA page_size = 512"));
    private int strings;

    NsysFile sql(String statement) {
        statements.add(statement);
        return this;
    }

    /** The tables of kernels, calls and names. */
    NsysFile core() {
        return sql("CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL)")
                .sql(
                        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,"
                                + " streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL)")
                .sql(
                        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, globalTid INTEGER,"
                                + " correlationId INTEGER, nameId INTEGER NOT NULL)");
    }

    NsysFile began() {
        return sql("CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER, utcTime TEXT)")
                .sql("INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (" + BEGAN + ", '2024')");
    }

    NsysFile kernel(long start, long end, int device, int stream, int correlation, String name) {
        return sql("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (" + start + "," + end + "," + device + "," + stream
                + "," + correlation + "," + PROCESS + "," + string(name) + ")");
    }

    NsysFile call(long start, long end, int thread, int correlation, String name) {
        return sql("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (" + start + "," + end + "," + (PROCESS + thread)
                + "," + correlation + "," + string(name) + ")");
    }

    NsysFile copies() {
        return sql("CREATE TABLE ENUM_CUDA_MEM_KIND (id INTEGER, name TEXT, label TEXT)")
                .sql(
                        "INSERT INTO ENUM_CUDA_MEM_KIND VALUES (0, 'P', 'Pageable'), (1, 'I', 'Pinned'), (2, 'D', 'Device')")
                .sql("CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER, name TEXT, label TEXT)")
                .sql("INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (1, 'H', 'Host-to-Device'), (2, 'D', 'Device-to-Host')")
                .sql(
                        "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
                                + " correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER)");
    }

    NsysFile copy(long start, long end, int correlation, long bytes, int kind, int from, int to) {
        return sql("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (" + start + "," + end + ",0,7," + correlation + ","
                + PROCESS + "," + bytes + "," + kind + "," + from + "," + to + ")");
    }

    NsysFile ranges() {
        return sql(
                "CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER,"
                        + " textId INTEGER)");
    }

    NsysFile range(long start, String end, int type, String text) {
        return sql("INSERT INTO NVTX_EVENTS VALUES (" + start + "," + end + "," + type + ",'" + text + "',"
                + (PROCESS + 9) + ", NULL)");
    }

    private int string(String value) {
        sql("INSERT INTO StringIds VALUES (" + ++strings + ", '" + value + "')");
        return strings;
    }

    Path write(Path file) throws IOException {
        Files.deleteIfExists(file);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
        return file;
    }
}
