package dev.amdahl.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.stats.Arguments;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Walks the public static functions of the statistics that take samples. Each is first called with a sound sample and the
 * first scalars that it accepts, then with one sample spoilt. It has to answer without a NaN or refuse with an
 * IllegalArgumentException. What asks for sorted values is left out: there the caller has looked already.
 */
class BadInputTest {

    private static final double[] SOUND = {
        .021, -.013, .034, .008, -.027, .015, .0411, -.0052, .019, .0263, -.0311, .0124
    };
    private static final double[] POSITIVE = Arrays.stream(SOUND).map(Math::abs).toArray();
    private static final Object[] SCALARS = {.05, .5, .9, 1.5};
    private static final Object[] COUNTS = {2, 8, 1, 0, 20};
    private static final Map<String, double[]> SPOILT = new TreeMap<>(Map.of(
            "empty", new double[0],
            "one value", new double[] {.02},
            "all zero", new double[SOUND.length],
            "all equal", filled(.02),
            "shorter", Arrays.copyOf(POSITIVE, POSITIVE.length - 3),
            "vast", filled(Double.MAX_VALUE),
            "tiny", filled(Double.MIN_VALUE)));
    private static final Map<String, double[]> NO_NUMBERS = new TreeMap<>(Map.of(
            "NaN", spoilt(Double.NaN),
            "Infinity", spoilt(Double.POSITIVE_INFINITY),
            "-Infinity", spoilt(Double.NEGATIVE_INFINITY)));

    private static final List<Call> CALLS = new ArrayList<>();

    private static final class Call {
        private final Method method;
        private final Object[] arguments;

        Call(Method method, Object[] arguments) {
            this.method = method;
            this.arguments = arguments;
        }

        /** What comes of it; an exception is a result too. */
        Object result(int position, double[] sample) throws IllegalAccessException {
            Object[] changed = new Object[arguments.length];
            for (int i = 0; i < changed.length; i++) {
                changed[i] = copy(arguments[i]);
            }
            changed[position] = arguments[position] instanceof double[] ? sample.clone() : spoilLast(sample);
            return invoke(method, changed);
        }

        @Override
        public String toString() {
            return method.getDeclaringClass().getSimpleName() + "." + method.getName();
        }
    }

    @BeforeAll
    static void find() throws Exception {
        Path classes = Path.of(Arguments.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> types = types(classes, classes.resolve("dev/amdahl/core/stats"));
        types.addAll(types(classes, classes.resolve("dev/amdahl/core/internal/stats")));
        for (Class<?> type : types) {
            for (Method method : type.getDeclaredMethods()) {
                int modifiers = method.getModifiers();
                if (Modifier.isPublic(modifiers)
                        && Modifier.isStatic(modifiers)
                        && Modifier.isPublic(type.getModifiers())
                        && type != Arguments.class
                        && !method.getName().equals("medianOfSorted")
                        && samples(method).length > 0) {
                    soundCall(method).ifPresent(CALLS::add);
                }
            }
        }
        assertThat(CALLS).hasSizeGreaterThan(24);
    }

    private static List<Class<?>> types(Path classes, Path folder) throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class"))
                    .sorted()
                    .toList()) {
                String name = classes.relativize(file)
                        .toString()
                        .replace(".class", "")
                        .replace('/', '.');
                if (!name.endsWith("package-info")) {
                    types.add(Class.forName(name));
                }
            }
        }
        return types;
    }

    private static Optional<Call> soundCall(Method method) throws IllegalAccessException {
        for (double[] sample : List.of(SOUND, POSITIVE)) {
            Optional<Call> call = soundCall(method, sample);
            if (call.isPresent()) {
                return call;
            }
        }
        return Optional.empty();
    }

    private static Optional<Call> soundCall(Method method, double[] sample) throws IllegalAccessException {
        for (Object scalar : SCALARS) {
            for (Object count : COUNTS) {
                Object[] arguments = new Object[method.getParameterCount()];
                int doubles = 0;
                for (int i = 0; i < arguments.length; i++) {
                    Class<?> type = method.getParameterTypes()[i];
                    Object value = value(type, sample, scalar, count, doubles);
                    if (value == null) {
                        return Optional.empty();
                    }
                    doubles += type == double.class ? 1 : 0;
                    arguments[i] = value;
                }
                Object[] copies =
                        Arrays.stream(arguments).map(BadInputTest::copy).toArray();
                if (!(invoke(method, copies) instanceof Throwable)) {
                    return Optional.of(new Call(method, arguments));
                }
            }
        }
        return Optional.empty();
    }

    private static @Nullable Object value(Class<?> type, double[] sample, Object scalar, Object count, int doubles) {
        if (type == double[].class) {
            return sample;
        }
        if (type == double[][].class) {
            double[] other = sample.clone();
            Arrays.setAll(other, i -> sample[(i * 5) % sample.length] + 1e-3 * i);
            return new double[][] {sample, other};
        }
        if (type == double.class) {
            return Math.min(.95, (double) scalar * (1 + doubles));
        }
        if (type == int.class) {
            return count;
        }
        if (type == String.class) {
            return "metric";
        }
        if (type == long.class) {
            return 7L;
        }
        if (type == boolean.class) {
            return true;
        }
        return type.isEnum() ? type.getEnumConstants()[0] : null;
    }

    private static int[] samples(Method method) {
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < method.getParameterCount(); i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type == double[].class || type == double[][].class) {
                positions.add(i);
            }
        }
        return positions.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Object invoke(Method method, Object[] arguments) throws IllegalAccessException {
        try {
            return Objects.requireNonNullElse(method.invoke(null, arguments), "nothing");
        } catch (InvocationTargetException e) {
            return e.getTargetException();
        }
    }

    private static Object copy(Object argument) {
        if (argument instanceof double[][] rows) {
            return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        }
        return argument instanceof double[] row ? row.clone() : argument;
    }

    private static double[][] spoilLast(double[] sample) {
        return new double[][] {SOUND.clone(), sample.clone()};
    }

    private static double[] filled(double value) {
        double[] values = new double[SOUND.length];
        Arrays.fill(values, value);
        return values;
    }

    private static double[] spoilt(double value) {
        double[] values = POSITIVE.clone();
        values[2] = value;
        return values;
    }

    @Test
    void whatIsNoNumberIsRefusedByNameAndIndex() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Call call : CALLS) {
            for (int position : samples(call.method)) {
                for (Map.Entry<String, double[]> bad : NO_NUMBERS.entrySet()) {
                    Object result = call.result(position, bad.getValue());
                    if (!(result instanceof IllegalArgumentException refused)
                            || refused.getMessage() == null
                            || !refused.getMessage().matches("(?s).*\\[2\\].*" + bad.getKey() + ".*")) {
                        wrong.add(call + " argument " + position + " with " + bad.getKey() + ": " + result);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void poorSampleIsRefusedOrAnsweredWithoutANaN() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Call call : CALLS) {
            for (int position : samples(call.method)) {
                for (Map.Entry<String, double[]> bad : SPOILT.entrySet()) {
                    Object result = call.result(position, bad.getValue());
                    boolean refused = result instanceof IllegalArgumentException e && e.getMessage() != null;
                    if (!refused && (result instanceof Throwable || holdsNaN(result))) {
                        wrong.add(call + " argument " + position + " " + bad.getKey() + ": " + result);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean holdsNaN(Object value) throws ReflectiveOperationException {
        if (value instanceof Double number) {
            return number.isNaN();
        }
        if (value instanceof double[] numbers) {
            return Arrays.stream(numbers).anyMatch(Double::isNaN);
        }
        if (value instanceof OptionalDouble number) {
            return Double.isNaN(number.orElse(0));
        }
        if (value instanceof Optional<?> inside) {
            return inside.isPresent() && holdsNaN(inside.get());
        }
        if (value instanceof Collection<?> members) {
            for (Object member : members) {
                if (holdsNaN(member)) {
                    return true;
                }
            }
        }
        if (value instanceof Record && Modifier.isPublic(value.getClass().getModifiers())) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                if (holdsNaN(component.getAccessor().invoke(value))) {
                    return true;
                }
            }
        }
        return false;
    }
}
