package dev.amdahl.profilers.internal.source;

import java.util.Optional;

/** Judges how a torch DataLoader is set up; a setting that the text does not show is not judged. */
final class PythonLoader {
    private static final int WORKERS_POSITION = 5;

    private PythonLoader() {}

    static void check(SyntaxNode call, Arguments arguments, PythonScope scope, SiteCollector into) {
        if (arguments.isOpen()) {
            return;
        }
        Optional<SyntaxNode> workers = arguments
                .named("num_workers")
                .or(() -> arguments.positional().stream().skip(WORKERS_POSITION).findFirst());
        boolean none = workers.isEmpty()
                || workers.filter(value -> value.is("integer") && value.text().equals("0"))
                        .isPresent();
        int line = call.line();
        if (none) {
            into.add(SiteKind.LOADER_WORKERS, line, scope.codeScope());
        } else {
            if (arguments.named("prefetch_factor").isEmpty()) {
                into.add(SiteKind.LOADER_PREFETCH, line, scope.codeScope());
            }
            if (isOff(arguments, "persistent_workers")) {
                into.add(SiteKind.LOADER_RESTART, line, scope.codeScope());
            }
        }
        if (isOff(arguments, "pin_memory") && arguments.positional().size() <= WORKERS_POSITION + 2) {
            into.add(SiteKind.LOADER_PINNING, line, scope.codeScope());
        }
    }

    private static boolean isOff(Arguments arguments, String name) {
        return arguments.named(name).map(value -> value.is("false")).orElse(true);
    }
}
