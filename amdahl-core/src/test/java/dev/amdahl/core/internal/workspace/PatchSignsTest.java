package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PatchSignsTest {
    private static String diff(String path, List<String> removed, List<String> added) {
        StringBuilder diff = new StringBuilder("diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n+++ b/"
                + path + "\n@@ -7," + (removed.size() + 1) + " +7," + (added.size() + 1) + " @@\n int before;\n");
        removed.forEach(line -> diff.append('-').append(line).append('\n'));
        added.forEach(line -> diff.append('+').append(line).append('\n'));
        return diff.toString();
    }

    private static List<String> adding(String... lines) {
        return PatchSigns.of(diff("src/a.c", List.of(), List.of(lines)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        system("true");                                    | starts or loads other programs: system( in src/a.c:8
        subprocess.run(["true"])                           | starts or loads other programs: subprocess in src/a.c:8
        new ProcessBuilder("true").start();                | starts or loads other programs: ProcessBuilder
        x = pickle.load(f)                                 | starts or loads other programs: pickle.load
        h = dlopen("libx.so", RTLD_NOW);                   | starts or loads other programs: dlopen(
        eval(text)                                         | starts or loads other programs: eval(
        int s = socket(AF_INET, SOCK_STREAM, 0);           | uses the network: socket(
        urllib.request.urlopen(u)                          | uses the network: urllib
        popen("curl -d @k h", "r");                        | uses the network: curl
        getenv("PWD");                                     | reads or sets the environment: getenv
        os.environ["X"] = "1"                              | reads or sets the environment: os.environ
        fopen("/dev/shm/x", "r");                          | names files outside its own: "/dev/shm/x
        open("../../other")                                | names files outside its own: "../../other
        os.path.expanduser("~/.ssh/id")                    | names files outside its own: expanduser
        syscall(248, 1);                                   | starts or loads other programs: syscall(
        #pragma GCC optimize("fast-math")                  | changes flags of a compiler or of precision: #pragma GCC
        torch.backends.cuda.matmul.allow_tf32 = True       | changes flags of a compiler or of precision: allow_tf32
        """)
    void whatIsNewlyUsedIsNamedWithItsPlace(String line, String told) {
        assertThat(adding(line)).anyMatch(sign -> sign.contains(told));
    }

    @Test
    void anHonestPatchHasNoSigns() {
        assertThat(adding(
                        "double table[256];",
                        "for (int i = 0; i < n; i++) { sum += table[x[i] & 255]; } // as before, in 3 µs",
                        "model.eval(); y = t.clone(); r = re.compile(p); printf(\"%d MB/s\\n\", rate);",
                        "String name = \"größe\"; s = \", \".join(parts);"))
                .isEmpty();
    }

    @Test
    void whatOnlyMovedIsNotTold() {
        assertThat(PatchSigns.of(diff("src/a.c", List.of("x = getenv(\"A\");"), List.of("  x = getenv(\"A\");"))))
                .isEmpty();
        assertThat(PatchSigns.of(diff("src/a.c", List.of("system(\"a\");", "fsync(fd);"), List.of("fsync(fd);"))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "fsync(fd);, fsync",
        "torch.cuda.synchronize(), torch.cuda.synchronize",
        "cudaStreamSynchronize(s);, cudaStreamSynchronize",
        "channel.force(true);, .force(",
        "pthread_mutex_lock(&m);, pthread_mutex_lock",
        "worker.join();, .join()"
    })
    void removedSynchronizationIsTold(String line, String word) {
        assertThat(PatchSigns.of(diff("src/a.c", List.of(line), List.of(";"))))
                .singleElement()
                .asString()
                .startsWith("the patch no longer waits or synchronizes: ")
                .contains(word.substring(word.lastIndexOf('.') + (word.startsWith(".") ? 0 : 1)))
                .endsWith("src/a.c:8");
    }

    @Test
    void buildFilesAndFlagsAreTold() {
        assertThat(PatchSigns.of(diff("Makefile", List.of("CFLAGS = -O2"), List.of("CFLAGS = -O3 -ffast-math"))))
                .anyMatch(sign -> sign.equals("the patch changes files that control a build: Makefile"))
                .anyMatch(sign -> sign.contains("flags of a compiler") && sign.contains("-ffast-math in Makefile:8"));
    }

    @Test
    void charactersThatAreNotWhatTheySeemAreNamedByTheirCode() {
        assertThat(adding("int a\u202E;", "int \u0441heck(void);", "x\u00A0=\u200B1;", "a\u3164b"))
                .singleElement()
                .asString()
                .contains(
                        "U+202E in src/a.c:8", "a word in letters of two scripts in src/a.c:9", "U+00A0 in src/a.c:10")
                .contains("and 1 more place");
    }

    @Test
    void aLineThatLooksLikeAHeaderIsReadAsTheLineItIs() {
        String diff = "--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n int y;\n--- a/other\n+++ b/system(\"a\");\n";

        assertThat(PatchSigns.of(diff)).singleElement().asString().endsWith("system( in x.c:2");
    }

    @Test
    void whatIsNoDiffHasNoSigns() {
        assertThat(PatchSigns.of("system(1)\n+system(2)\n@@ nonsense @@\n+system(3)"))
                .isEmpty();
    }
}
