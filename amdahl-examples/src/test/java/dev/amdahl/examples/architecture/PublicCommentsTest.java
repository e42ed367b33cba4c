package dev.amdahl.examples.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.amdahl.examples.pages.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** What a user of spi and core may name says what it is. That comments are well formed is the compiler's to check. */
final class PublicCommentsTest {
    @Test
    void everyPublicTypeMethodAndConstantOfTheVocabularyHasAComment() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Silence silence = new Silence();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources()));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                silence.scan(unit, trees);
            }
        }
        assertThat(silence.seen).isGreaterThan(1000);
        assertThat(silence.silent).isEmpty();
    }

    private static List<Path> sources() throws Exception {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("amdahl-spi", "amdahl-core")) {
            try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java")
                                && !file.toString().contains("/internal/")
                                && !file.endsWith("package-info.java"))
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    /** Collects what is public and has no comment. Not thread-safe. */
    private static final class Silence extends TreePathScanner<Void, Trees> {
        private final List<String> silent = new ArrayList<>();
        private int seen;

        @Override
        public Void visitClass(ClassTree type, Trees trees) {
            if (!isPublic(type.getModifiers())) {
                return null;
            }
            look(type.getSimpleName().toString(), trees);
            return super.visitClass(type, trees);
        }

        @Override
        public Void visitMethod(MethodTree method, Trees trees) {
            boolean isInherited = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
            if (isPublic(method.getModifiers()) && !isInherited && !isCanonical(method)) {
                look(method.getName().toString(), trees);
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, Trees trees) {
            if (isPublic(field.getModifiers()) && !isTable(getCurrentPath())) {
                look(field.getName().toString(), trees);
            }
            return null;
        }

        /** Whether it is a constant of an enum of core: most are tables, whose rows say in words what they are. */
        private static boolean isTable(TreePath path) {
            String file = path.getCompilationUnit().getSourceFile().getName();
            return path.getParentPath().getLeaf().getKind() == Tree.Kind.ENUM && file.contains("amdahl-core");
        }

        /** A record's own constructor: its components stand at the type. */
        private boolean isCanonical(MethodTree method) {
            ClassTree type = (ClassTree) getCurrentPath().getParentPath().getLeaf();
            return type.getKind() == Tree.Kind.RECORD
                    && method.getReturnType() == null
                    && names(method.getParameters().stream())
                            .equals(names(type.getMembers().stream()
                                    .filter(VariableTree.class::isInstance)
                                    .map(VariableTree.class::cast)
                                    .filter(field ->
                                            !field.getModifiers().getFlags().contains(Modifier.STATIC))));
        }

        private static List<String> names(Stream<? extends VariableTree> variables) {
            return variables.map(variable -> variable.getName().toString()).toList();
        }

        private boolean isPublic(ModifiersTree modifiers) {
            Tree parent = getCurrentPath().getParentPath().getLeaf();
            boolean isOfInterface = parent.getKind() == Tree.Kind.INTERFACE
                    && !modifiers.getFlags().contains(Modifier.PRIVATE);
            return isOfInterface || modifiers.getFlags().contains(Modifier.PUBLIC);
        }

        private void look(String name, Trees trees) {
            seen++;
            String comment = trees.getDocComment(getCurrentPath());
            if (comment == null || comment.isBlank()) {
                Path file = Path.of(
                        getCurrentPath().getCompilationUnit().getSourceFile().getName());
                silent.add(Page.ROOT.relativize(file) + ": " + name);
            }
        }
    }
}
