package dev.amdahl.core.testing.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles changed sources in memory and runs the simulation on them, beside the unchanged classes of this process. */
final class PlantedBugs {
    private static final Path SOURCES = Path.of("src/main/java/dev/amdahl/core");
    private static final String PREFIX = "dev.amdahl.core.";

    private PlantedBugs() {}

    /** The first failure that the simulation shows with a bug; empty text if it shows none. */
    static String firstFailure(PlantedBug bug, long from, int seeds) {
        try {
            Class<?> batch = new ChildFirst(compile(bug)).loadClass(SimulationBatch.class.getName());
            for (long seed = from; seed < from + seeds; seed++) {
                Object ran = batch.getMethod("run", long.class, long.class, int.class)
                        .invoke(batch.getConstructor().newInstance(), seed, seed + 1, 1);
                List<?> failures = (List<?>) batch.getMethod("failures").invoke(ran);
                if (!failures.isEmpty()) {
                    return String.valueOf(failures.get(0));
                }
            }
            return "";
        } catch (ReflectiveOperationException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new IllegalStateException(bug + ": " + cause, e);
        }
    }

    private static Map<String, byte[]> compile(PlantedBug bug) {
        Map<String, String> texts = new TreeMap<>();
        for (PlantedBug.Edit edit : bug.edits()) {
            texts.compute(edit.file(), (file, before) -> replaced(before == null ? read(file) : before, edit));
        }
        List<Source> sources = new ArrayList<>();
        texts.forEach((file, text) -> sources.add(new Source(file, text)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        Compiled compiled = new Compiled(compiler.getStandardFileManager(null, null, null));
        List<String> options =
                List.of("-proc:none", "-nowarn", "-parameters", "-classpath", System.getProperty("java.class.path"));
        if (!compiler.getTask(messages, compiled, null, options, null, sources).call()) {
            throw new IllegalStateException(bug + " does not compile: " + messages);
        }
        Map<String, byte[]> classes = new HashMap<>();
        compiled.classes.forEach((name, output) -> classes.put(name, output.bytes.toByteArray()));
        return classes;
    }

    private static String replaced(String text, PlantedBug.Edit edit) {
        int at = text.indexOf(edit.from());
        if (at < 0 || text.indexOf(edit.from(), at + 1) >= 0) {
            throw new IllegalStateException(
                    edit.file() + " does not hold exactly once: " + edit.from() + "; plant the bug again");
        }
        return text.replace(edit.from(), edit.to());
    }

    private static String read(String file) {
        try {
            return Files.readString(SOURCES.resolve(file + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///dev/amdahl/core/" + file + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Compiled extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, Output> classes = new HashMap<>();

        Compiled(JavaFileManager manager) {
            super(manager);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return classes.computeIfAbsent(name, Output::new);
        }
    }

    /** Defines the whole core again, so that changed classes share their packages with unchanged ones. */
    private static final class ChildFirst extends ClassLoader {
        private final Map<String, byte[]> changed;

        ChildFirst(Map<String, byte[]> changed) {
            super(PlantedBugs.class.getClassLoader());
            this.changed = changed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                return name.startsWith(PREFIX) ? define(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = changed.get(name);
            if (bytes != null) {
                return defineClass(name, bytes, 0, bytes.length);
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] all = in.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
