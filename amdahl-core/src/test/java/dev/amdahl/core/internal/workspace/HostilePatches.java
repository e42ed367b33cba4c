package dev.amdahl.core.internal.workspace;

import java.util.LinkedHashMap;
import java.util.Map;

/** Patches that must be refused although the operator lets every file be edited, by what they try. */
final class HostilePatches {

    private HostilePatches() {}

    static Map<String, String> corpus() {
        Map<String, String> patches = new LinkedHashMap<>();
        for (String path : new String[] {
            "../escape",
            "src/../../escape",
            "src/./main.c",
            "/etc/passwd",
            "//etc/passwd",
            "src//main.c",
            "C:/windows/system32/x",
            "C:evil",
            "src\\..\\..\\escape",
            "..\\escape",
            ".git/hooks/post-checkout",
            ".git/config",
            ".GIT/hooks/post-checkout",
            ".Git/config",
            "git~1/config",
            "GIT~2/config",
            ".git./config",
            ".git /config",
            ".git. . /config",
            ".git::$INDEX_ALLOCATION/config",
            ".git:x/config",
            "sub/.git/config",
            "sub/.giT/hooks/pre-commit",
            ".g\u200cit/config",
            ".git\u200b/config",
            "src/a\u202eb.c",
            "src/\u0007bell",
            "src/tab\there",
            "src/del\u007f",
            "a".repeat(500),
            ".mvn/jvm.config",
            ".mvn/extensions.xml",
            "sub/.mvn/maven.config",
            "mvnw",
            "pom.xml",
            "deep/er/POM.xml",
            "Makefile",
            "sub/makefile",
            "GNUmakefile",
            "rules.mk",
            "CMakeLists.txt",
            "cmake/x.cmake",
            "setup.py",
            "conftest.py",
            "tests/conftest.py",
            "sitecustomize.py",
            ".github/workflows/ci.yml",
            ".gitmodules",
            ".gitattributes",
            "sub/.gitattributes",
            "gradlew",
            "build.gradle",
            "meson.build",
            "lib/BUILD",
            "configure",
            "Cargo.toml",
            "go.mod",
            "tox.ini",
            "gradle/wrapper/gradle-wrapper.properties",
            ".gitlab-ci.yml",
            ".vscode/tasks.json",
            "-o/x.c",
            "src/--output=x",
            "src/a\u2028b.c",
            "sub/Makefile.inc",
            "build.sh",
            "src/configure.sh",
            "tasks.py",
            "web/webpack.config.js",
            "web/vite.config.mts",
            "src/__init__.py",
            ".pdbrc",
            "sub/.ipython/profile_default/startup/00.py",
            "conftest.py ",
            "src/setup.py.",
            "src/Makefile\u00a0",
            ".github /workflows/ci.yml"
        }) {
            patches.put("creates " + PatchPath.shown(path), creating(path));
        }
        patches.put("NUL in a path", creating("src/a\0b"));
        patches.put("quoted path", creating("x").replace("b/x", "\"b/\\056\\056/x\""));
        patches.put("symbolic link", creating("link").replace("100644", "120000"));
        patches.put("submodule", creating("module").replace("100644", "160000"));
        patches.put("setuid mode", creating("tool").replace("100644", "104755"));
        patches.put("mode change", "diff --git a/src/main.c b/src/main.c\nold mode 100644\nnew mode 100755\n");
        patches.put(
                "change of a link by its index",
                "diff --git a/l b/l\nindex 1234567..89abcde 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-x\n+/etc/shadow\n");
        patches.put(
                "rename",
                "diff --git a/src/main.c b/../x\nsimilarity index 100%\nrename from src/main.c\nrename to ../x\n");
        patches.put("rename inside", "diff --git a/a.c b/b.c\nsimilarity index 100%\nrename from a.c\nrename to b.c\n");
        patches.put("copy", "diff --git a/a.c b/b.c\nsimilarity index 100%\ncopy from a.c\ncopy to b.c\n");
        patches.put("rename by its paths", "--- a/src/main.c\n+++ b/src/other.c\n@@ -1 +1 @@\n-x\n+y\n");
        patches.put(
                "binary patch",
                "diff --git a/x.bin b/x.bin\nnew file mode 100644\nindex 0000000..1234567\nGIT binary patch\nliteral 3\nKcmZQzU|?i`U;qFB\n\n");
        patches.put(
                "binary files differ",
                "diff --git a/x b/x\nindex 1234567..89abcde 100644\nBinary files a/x and b/x differ\n");
        patches.put(
                "header that names another file",
                creating("good.c").replace("diff --git a/good.c", "diff --git a/.git/config"));
        patches.put(
                "second file hidden after a short hunk",
                creating("good.c") + "--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-x\n+y\n");
        patches.put("second file behind text", creating("good.c") + "some text\n" + creating("../escape"));
        patches.put("hunk longer than it says", "--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,1 @@\n-x\n-y\n+z\n");
        patches.put("hunk shorter than it says", "--- a/a.c\n+++ b/a.c\n@@ -1,9 +1,9 @@\n-x\n+z\n");
        patches.put("hunk with a huge count", "--- a/a.c\n+++ b/a.c\n@@ -1,99999999999 +1 @@\n-x\n+z\n");
        patches.put("the same file twice", creating("a.c") + creating("a.c"));
        patches.put("nothing to nothing", "--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+x\n");
        patches.put("no prefix", "--- src/main.c\n+++ src/main.c\n@@ -1 +1 @@\n-x\n+y\n");
        patches.put("carriage returns in headers", creating("a.c").replace("\n", "\r\n"));
        patches.put(
                "empty file in git's folder",
                "diff --git a/.git/x b/.git/x\nnew file mode 100644\nindex 0000000..e69de29\n");
        patches.put("no file at all", "hello\n");
        patches.put(
                "a path that git reads without its end",
                "--- a/src/conftest.py 2010-07-05 19:41:17\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n");
        patches.put("nothing", "");
        patches.put("half a character", creating("a.c").replace("evil", "\ud800"));
        patches.put("too large", "x".repeat(2_000_001));
        return patches;
    }

    static String creating(String path) {
        return "diff --git a/" + path + " b/" + path
                + "\nnew file mode 100644\nindex 0000000..1234567\n--- /dev/null\n+++ b/" + path
                + "\n@@ -0,0 +1 @@\n+evil\n";
    }
}
