package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.AskContract;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmBackend;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/** The contract of a backend against the server on the loopback interface, which answers by what is asked. */
abstract class ChatContract extends AskContract {
    private final Wire wire;
    private final LoopbackModel server;

    ChatContract(Wire wire) {
        this.wire = wire;
        this.server = LoopbackModel.serving((call, out) -> answer(call).answer(call, out));
    }

    private Fault answer(LoopbackModel.Call call) {
        if (call.body().contains(HURRY)) {
            return Fault.silence();
        }
        if (call.body().contains(UNKNOWN)) {
            return Fault.json(404, "{\"error\":{\"message\":\"no such model\"}}");
        }
        return wire.saying(call.body().contains(STRAY) ? "{\"weather\":\"fine\"}" : Ask.ANSWER);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    abstract LlmBackend backend(String address);

    @Override
    protected LlmBackend backend() {
        return backend(server.address());
    }
}
