package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

/** A line that is no message of the protocol, with the error of JSON-RPC 2.0 section 5.1 that answers it. */
final class Refusal extends Exception {
    static final int NOT_JSON = -32700;
    static final int NOT_A_REQUEST = -32600;
    static final int BAD_PARAMETERS = -32602;
    static final int FAILED = -32603;
    static final int BUSY = -32000;
    static final int NO_RESOURCE = -32002;

    private static final long serialVersionUID = 1;

    private final int code;
    private final transient JsonNode id;

    /** @param id of the request, or JSON's null where it cannot be told */
    Refusal(int code, JsonNode id, String message) {
        super(message);
        this.code = code;
        this.id = id;
    }

    /** Returns one whose request is known to whoever answers it. */
    static Refusal of(int code, String message) {
        return new Refusal(code, NullNode.instance, message);
    }

    int code() {
        return code;
    }

    JsonNode id() {
        return id;
    }
}
