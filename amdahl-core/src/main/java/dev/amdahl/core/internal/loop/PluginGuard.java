package dev.amdahl.core.internal.loop;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A host's plugin behind its interface: what it throws beside the errors of its contract, be it an Error, and a null where the contract knows none, come
 * out as an {@link AmdahlException} of category PLUGIN that names it, since a timer that sees any other stops for good. As thread-safe
 * as the plugin.
 */
public final class PluginGuard {
    private PluginGuard() {}

    /** Returns the plugin, called so in what goes wrong. */
    public static <T> T of(Class<T> kind, T plugin, String name) {
        return kind.cast(Proxy.newProxyInstance(
                kind.getClassLoader(),
                new Class<?>[] {kind},
                (proxy, method, arguments) -> call(plugin, name, method, arguments)));
    }

    private static @Nullable Object call(Object plugin, String name, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            Object result = method.invoke(plugin, arguments);
            if (result == null && method.getReturnType() != void.class) {
                throw failed(name, method, "returned null", null);
            }
            return result;
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getTargetException();
            throw isOfPlugin(cause) ? failed(name, method, "failed: " + cause, cause) : cause;
        }
    }

    /** Returns a class that is missing or a recursion without end is the plugin's; memory that is spent is everybody's. */
    private static boolean isOfPlugin(Throwable cause) {
        boolean isOfMachine = cause instanceof VirtualMachineError && !(cause instanceof StackOverflowError);
        return !(cause instanceof AmdahlException) && !isOfMachine;
    }

    private static AmdahlException failed(String name, Method method, String what, @Nullable Throwable cause) {
        return new AmdahlException(
                ErrorCategory.PLUGIN,
                name + " (" + method.getDeclaringClass().getSimpleName() + "." + method.getName() + ") " + what
                        + "; fix the plugin, the next cycle asks it again",
                cause);
    }
}
