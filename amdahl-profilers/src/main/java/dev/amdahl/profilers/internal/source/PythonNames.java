package dev.amdahl.profilers.internal.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the names of one Python file mean: its imports, less the names that it defines itself. Immutable. */
final class PythonNames {
    private final Map<String, String> imports = new HashMap<>();
    private final Set<String> own = new HashSet<>();

    PythonNames(SyntaxNode module) {
        module.each(node -> {
            switch (node.type()) {
                case "import_statement" -> node.fields("name").forEach(name -> add(name, ""));
                case "import_from_statement" ->
                    node.fields("name")
                            .forEach(name -> add(name, node.field("module_name").text() + "."));
                case "function_definition", "class_definition" ->
                    own.add(node.field("name").text());
                default -> {}
            }
        });
        imports.keySet().removeAll(own);
    }

    private void add(SyntaxNode name, String prefix) {
        if (name.is("aliased_import")) {
            imports.put(name.field("alias").text(), prefix + name.field("name").text());
        } else if (prefix.isEmpty()) {
            String first = name.text().split("\\.", 2)[0];
            imports.put(first, first);
        } else {
            imports.put(name.text(), prefix + name.text());
        }
    }

    /** Returns the full name of an imported thing, such as {@code torch.utils.data.DataLoader}; empty text if it is none. */
    String resolve(SyntaxNode node) {
        if (node.is("identifier")) {
            return imports.getOrDefault(node.text(), "");
        }
        if (node.is("attribute")) {
            String object = resolve(node.field("object"));
            return object.isEmpty()
                    ? ""
                    : object + "." + node.field("attribute").text();
        }
        return "";
    }

    /** Returns whether a name means what Python itself gives it. */
    boolean isBuiltin(SyntaxNode node, String name) {
        return node.is("identifier") && node.text().equals(name) && !own.contains(name) && !imports.containsKey(name);
    }

    /** Returns whether a library goes by its own name. */
    boolean isKnown(String library) {
        return library.equals(imports.get(library));
    }

    /** Returns whether an expression names something imported, or a part of it. */
    boolean isImported(SyntaxNode node) {
        return !resolve(node).isEmpty();
    }
}
