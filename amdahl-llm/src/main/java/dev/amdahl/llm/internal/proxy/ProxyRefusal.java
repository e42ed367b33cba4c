package dev.amdahl.llm.internal.proxy;

import java.io.IOException;

/** A proxy does not do what it was asked. */
final class ProxyRefusal extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Says why.
     *
     * @param status of HTTP
     */
    ProxyRefusal(int status, String why) {
        super(why);
        this.status = status;
    }

    int status() {
        return status;
    }
}
