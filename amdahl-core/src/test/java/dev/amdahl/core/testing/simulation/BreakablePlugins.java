package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.job.AnomalySource;
import dev.amdahl.spi.job.FleetSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plugins of which one kind at a time may throw at each call for a while. Not thread-safe. */
final class BreakablePlugins {
    private static final int MAX_STEPS = 8;
    private static final List<Class<?>> KINDS = List.of(
            Advisor.class,
            AnomalySource.class,
            Builder.class,
            FleetSource.class,
            IdeaSource.class,
            LoopListener.class,
            PromotionGate.class,
            Refuter.class,
            Scheduler.class);
    private static final Set<String> CONSTANTS = Set.of("name", "isSubmitIdempotent", "lookupWindow");

    private final Dice dice;
    private Optional<Class<?>> broken = Optional.empty();
    private int steps;

    BreakablePlugins(Dice dice) {
        this.dice = dice;
    }

    /** A step of the world: one breaks, or is fixed. */
    void step() {
        steps = dice.isCalm() ? 0 : Math.max(0, steps - 1);
        broken = steps == 0 ? Optional.empty() : broken;
        if (broken.isEmpty() && dice.strikes(Fault.PLUGIN_THROWS)) {
            steps = 1 + dice.below(MAX_STEPS);
            broken = Optional.of(KINDS.get(dice.below(KINDS.size())));
        }
    }

    /** A plugin that may break; what it is called and promises, by which loops are put together, are constants. */
    <T> T of(Class<T> kind, T plugin) {
        return kind.cast(Proxy.newProxyInstance(
                kind.getClassLoader(), new Class<?>[] {kind}, (proxy, method, arguments) -> {
                    boolean isConstant =
                            CONSTANTS.contains(method.getName()) || method.getDeclaringClass() == Object.class;
                    if (!isConstant && broken.equals(Optional.of(kind))) {
                        throw broken(kind);
                    }
                    try {
                        return method.invoke(plugin, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    /** An error at every other step; without a trace, which the log would repeat for each call. */
    private Throwable broken(Class<?> kind) {
        String what = "this " + kind.getSimpleName() + " is broken";
        Throwable thrown = steps % 2 == 0 ? new LinkageError(what) : new IllegalStateException(what);
        thrown.setStackTrace(new StackTraceElement[0]);
        return thrown;
    }
}
