package dev.amdahl.core.workspace;

import java.util.List;
import java.util.Locale;
import java.util.Set;

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
            "makefile.am",
            "makefile.in",
            "configure",
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
            ".mvn", ".github", ".gitlab", ".circleci", ".cargo", ".husky", ".vscode", ".idea", ".config", "buildsrc");
    private static final List<String> ENDINGS =
            List.of(".mk", ".cmake", ".pth", ".gradle", ".gradle.kts", ".sbt", ".bzl");

    private BuildControl() {}

    static boolean is(String path) {
        List<String> parts = List.of(path.toLowerCase(Locale.ROOT).split("/"));
        String name = parts.get(parts.size() - 1);
        return NAMES.contains(name)
                || ENDINGS.stream().anyMatch(name::endsWith)
                || parts.subList(0, parts.size() - 1).stream().anyMatch(FOLDERS::contains);
    }
}
