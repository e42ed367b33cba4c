package dev.amdahl.core.internal.workspace;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which files tell a build what to run, from where and with what: by their names, whatever their case. Stateless, thread-safe. */
final class BuildControl {
    private static final Set<String> NAMES = Set.of(
            // Java, Scala
            "mvnw",
            "mvnw.cmd",
            "pom.xml",
            "build.xml",
            "ivy.xml",
            "gradlew",
            "gradlew.bat",
            "gradle.properties",
            "build.sbt",
            "gradle-wrapper.properties",
            "gradle-wrapper.jar",
            // C, C++, CUDA
            "makefile",
            "gnumakefile",
            "bsdmakefile",
            "configure",
            "configure.sh",
            "build.sh",
            "configure.ac",
            "configure.in",
            "cmakelists.txt",
            "cmakepresets.json",
            "cmakeuserpresets.json",
            "meson.build",
            "meson.options",
            "meson_options.txt",
            "build.ninja",
            "sconstruct",
            "sconscript",
            "wscript",
            "tupfile",
            "nvcc.profile",
            "conanfile.py",
            "conanfile.txt",
            "vcpkg.json",
            "build",
            "build.bazel",
            "workspace",
            "workspace.bazel",
            "module.bazel",
            ".bazelrc",
            ".bazelversion",
            "buck",
            ".buckconfig",
            // Python
            "setup.py",
            "setup.cfg",
            "conftest.py",
            "__init__.py",
            "tasks.py",
            ".pdbrc",
            "sitecustomize.py",
            "usercustomize.py",
            "pyproject.toml",
            "tox.ini",
            "noxfile.py",
            "pytest.ini",
            "pipfile",
            "pipfile.lock",
            "requirements.txt",
            "environment.yml",
            "pip.conf",
            "pants.toml",
            ".condarc",
            ".python-version",
            // Rust, Go, JavaScript, Ruby
            "build.rs",
            "cargo.toml",
            "cargo.lock",
            "rust-toolchain",
            "rust-toolchain.toml",
            "go.mod",
            "go.sum",
            "go.work",
            "package.json",
            "package-lock.json",
            "yarn.lock",
            "pnpm-lock.yaml",
            ".npmrc",
            ".yarnrc",
            ".yarnrc.yml",
            ".pnpmfile.cjs",
            "gemfile",
            "rakefile",
            "gulpfile.js",
            "gruntfile.js",
            // what runs by itself
            ".gitmodules",
            ".gitattributes",
            ".gitignore",
            ".gitlab-ci.yml",
            ".travis.yml",
            "jenkinsfile",
            "azure-pipelines.yml",
            ".pre-commit-config.yaml",
            ".envrc",
            ".tool-versions",
            "dockerfile",
            "justfile",
            "taskfile.yml",
            "ld.so.preload");

    private static final Set<String> FOLDERS = Set.of(
            ".mvn",
            ".github",
            ".gitlab",
            ".circleci",
            ".cargo",
            ".husky",
            ".vscode",
            ".idea",
            ".config",
            ".ipython",
            "buildsrc");
    private static final List<String> ENDINGS =
            List.of(".mk", ".cmake", ".pth", ".gradle", ".gradle.kts", ".sbt", ".bzl");

    /** As {@code webpack.config.js}, {@code Makefile.inc}. */
    private static final Pattern FAMILY = Pattern.compile("makefile\\..*|.*\\.config\\.[cm]?[jt]s");
    /** What some file systems and readers leave off the end of a name. */
    private static final Pattern LEFT_OFF = Pattern.compile("[\\s\\p{Z}.]+$");

    private BuildControl() {}

    /** Returns what such files are called: names, and globs of names. */
    static Stream<String> names() {
        return Stream.concat(NAMES.stream(), ENDINGS.stream().map(ending -> "*" + ending));
    }

    static boolean is(String path) {
        List<String> parts = Stream.of(path.toLowerCase(Locale.ROOT).split("/"))
                .map(part -> LEFT_OFF.matcher(part).replaceFirst(""))
                .toList();
        String name = parts.get(parts.size() - 1);
        return NAMES.contains(name)
                || FAMILY.matcher(name).matches()
                || ENDINGS.stream().anyMatch(name::endsWith)
                || parts.subList(0, parts.size() - 1).stream().anyMatch(FOLDERS::contains);
    }
}
