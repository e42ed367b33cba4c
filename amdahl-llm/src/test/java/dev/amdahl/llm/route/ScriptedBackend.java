package dev.amdahl.llm.route;

import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** Says and fails what it is told, the last of it again and again. */
final class ScriptedBackend implements LlmBackend {
    static final LlmUsage USAGE = new LlmUsage(1000, 0, 100, 0);

    final List<LlmRequest> requests = new ArrayList<>();
    private final String name;
    private String place = "";
    private final Deque<Supplier<LlmReply>> script = new ArrayDeque<>();

    ScriptedBackend(String name) {
        this.name = name;
    }

    ScriptedBackend says(String... texts) {
        for (String text : texts) {
            script.add(() -> new LlmReply(text, name, USAGE));
        }
        return this;
    }

    ScriptedBackend fails(Reason reason) {
        return fails(new LlmException(reason, name + " failed", USAGE, null));
    }

    ScriptedBackend fails(RuntimeException failure) {
        script.add(() -> {
            throw failure;
        });
        return this;
    }

    /** Forgets what it was told. */
    ScriptedBackend instead() {
        script.clear();
        return this;
    }

    /** From now on it is asked there. */
    ScriptedBackend at(String where) {
        place = where;
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public LlmReply complete(LlmRequest request) {
        requests.add(request);
        return (script.size() > 1 ? script.remove() : script.element()).get();
    }
}
