package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.refine.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where compilers and kernels run. */
public enum CandidateSandbox implements Sandbox {
    /** Bubblewrap: no network, no other files, no other processes. */
    BUBBLEWRAP {
        @Override
        public List<String> around(List<String> command, Path folder, Optional<Path> written) {
            if (!Files.isExecutable(BWRAP)) {
                throw new UnavailableException(
                        "bubblewrap",
                        "there is no " + BWRAP,
                        "install bubblewrap, or allow kernels to run without it",
                        null);
            }
            List<String> whole = new ArrayList<>(List.of(BWRAP.toString()));
            whole.addAll(
                    List.of("--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534", "--disable-userns"));
            whole.addAll(List.of("--as-pid-1", "--die-with-parent", "--new-session", "--clearenv"));
            whole.addAll(List.of("--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"));
            whole.addAll(List.of("--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin"));
            whole.addAll(List.of("--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"));
            for (String read : List.of("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-17-openjdk")) {
                whole.addAll(List.of("--ro-bind-try", read, read));
            }
            String java = System.getProperty("java.home");
            whole.addAll(List.of("--ro-bind", java, java));
            whole.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--size", "33554432", "--tmpfs", "/tmp"));
            whole.addAll(List.of("--ro-bind", folder.toString(), folder.toString()));
            written.ifPresent(path -> whole.addAll(List.of("--bind", path.toString(), path.toString())));
            whole.addAll(List.of("--chdir", folder.toString(), "--remount-ro", "/", "--cap-drop", "ALL", "--"));
            whole.addAll(command);
            return whole;
        }

        @Override
        public Sandbox with(List<Path> devices, List<Path> read, List<Path> written) {
            List<String> binds = new ArrayList<>();
            bind("--dev-bind-try", devices, binds);
            bind("--ro-bind-try", read, binds);
            bind("--bind-try", written, binds);
            return (command, folder, output) -> {
                List<String> whole = new ArrayList<>(around(command, folder, output));
                whole.addAll(whole.indexOf("--chdir"), binds);
                return whole;
            };
        }

        private void bind(String option, List<Path> paths, List<String> binds) {
            paths.forEach(path -> binds.addAll(List.of(option, path.toString(), path.toString())));
        }
    },
    /** A plain child process, with an empty environment: for code that the operator trusts. */
    PLAIN {
        @Override
        public List<String> around(List<String> command, Path folder, Optional<Path> written) {
            return command;
        }
    };

    private static final Path BWRAP = Path.of("/usr/bin/bwrap");
}
