package dev.amdahl.llm.internal.proxy;

/**
 * What a program inside may take of the way out. Time is not here: who opens a proxy closes it.
 *
 * @param connections at once
 * @param calls of the model
 * @param tokens read and written, as the model's service counts them; the call that passes it is the last one
 * @param price of them, the same way
 * @param bytes both ways, in all
 */
public record ProxyLimits(int connections, int calls, long tokens, double price, long bytes) {
    public ProxyLimits {
        if (connections < 1 || calls < 1 || tokens < 1 || !(price > 0) || bytes < 1) {
            throw new IllegalArgumentException("a limit of a proxy is above 0: connections " + connections + ", calls "
                    + calls + ", tokens " + tokens + ", price " + price + ", bytes " + bytes);
        }
    }
}
