package dev.amdahl.gpu.internal.kernel.scan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Macros of a text, and what their uses stand for: words that are put together from parts are whole in it. */
final class Macros {
    private static final int MAX_TOKENS = 200_000;
    private static final int MAX_DEPTH = 100;
    private static final String PASTE = "##";
    private static final String VARIADIC = "__VA_ARGS__";

    /** What a macro stands for cannot be told here. */
    static final class UnclearException extends Exception {
        private static final long serialVersionUID = 1L;

        UnclearException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * What one name stands for.
     *
     * @param parameters empty for a macro without parentheses
     * @param isVariadic whether the last parameter takes all that is left
     */
    record Macro(Optional<List<String>> parameters, boolean isVariadic, List<Token> body) {

        static Macro of(String text, int line) throws UnclearException {
            List<Token> all = tokens(text, line);
            if (!text.startsWith("(")) {
                return new Macro(Optional.empty(), false, all);
            }
            List<String> names = new ArrayList<>();
            boolean isVariadic = false;
            int at = 1;
            while (at < all.size() && !all.get(at).is(")")) {
                Token token = all.get(at++);
                if (token.is(".")) {
                    if (!isVariadic && all.get(at - 2).kind() != Token.Kind.WORD) {
                        names.add(VARIADIC);
                    }
                    isVariadic = true;
                } else if (!token.is(",")) {
                    names.add(token.text());
                }
            }
            if (at >= all.size()) {
                throw new UnclearException("a macro's parameters have no end");
            }
            return new Macro(Optional.of(List.copyOf(names)), isVariadic, List.copyOf(all.subList(at + 1, all.size())));
        }

        boolean isPasting() {
            return body.stream().anyMatch(token -> token.is(PASTE));
        }

        /** Returns whether each part that is put together is a word, a number, or the comma before the rest of the arguments. */
        boolean isPlain() {
            for (int i = 0; i < body.size(); i++) {
                if (body.get(i).is("__VA_OPT__")
                        || (body.get(i).is(PASTE)
                                && (i == 0
                                        || i + 1 == body.size()
                                        || !(isPart(body.get(i - 1))
                                                || body.get(i - 1).is(","))
                                        || !isPart(body.get(i + 1))))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isPart(Token token) {
            return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.NUMBER;
        }

        private int parameter(Token token) {
            return token.kind() == Token.Kind.WORD
                    ? parameters.map(names -> names.indexOf(token.text())).orElse(-1)
                    : -1;
        }
    }

    /** @param hidden the macros it came from, which it does not stand for again */
    private record Item(Token token, Set<String> hidden) {}

    private final Map<String, Macro> macros = new HashMap<>();
    private int count;
    private int depth;

    void define(String name, Macro macro) {
        macros.put(name, macro);
    }

    void undefine(String name) {
        macros.remove(name);
    }

    /** Returns whether a macro that wants arguments stands last, where they may still follow. */
    boolean isOpen(List<Token> tokens) {
        Macro macro = tokens.isEmpty()
                ? null
                : macros.get(tokens.get(tokens.size() - 1).text());
        return macro != null && macro.parameters.isPresent();
    }

    /** Returns the number that a name stands for; "" if it stands for something else, empty if for nothing. */
    Optional<String> number(String name) {
        return Optional.ofNullable(macros.get(name))
                .map(macro -> macro.parameters.isEmpty() && macro.body.size() == 1
                        ? macro.body.get(0).text()
                        : "");
    }

    /** Returns the tokens of a part of a line, of which none is a directive. */
    static List<Token> tokens(String text, int line) {
        return Token.of("_ " + text).stream()
                .skip(1)
                .map(token -> new Token(token.kind(), token.text(), line))
                .toList();
    }

    /** Returns what the tokens stand for. */
    List<Token> expanded(List<Token> tokens) throws UnclearException {
        return expand(items(tokens)).stream().map(Item::token).toList();
    }

    private static List<Item> items(List<Token> tokens) {
        return tokens.stream().map(token -> new Item(token, Set.of())).toList();
    }

    private List<Item> expand(List<Item> items) throws UnclearException {
        Deque<Item> rest = new ArrayDeque<>(items);
        List<Item> done = new ArrayList<>();
        while (!rest.isEmpty()) {
            Item item = rest.pop();
            String name = item.token.text();
            Macro macro = item.token.kind() == Token.Kind.WORD && !item.hidden.contains(name) ? macros.get(name) : null;
            boolean isCall = macro != null
                    && (macro.parameters.isEmpty()
                            || (!rest.isEmpty() && rest.peek().token.is("(")));
            require(++count);
            if (macro == null || !isCall) {
                done.add(item);
                continue;
            }
            Set<String> hidden = new HashSet<>(item.hidden);
            List<List<Item>> arguments = List.of();
            if (macro.parameters.isPresent()) {
                List<List<Item>> given = new ArrayList<>();
                hidden.retainAll(arguments(rest, macro, given).hidden);
                arguments = given;
            }
            hidden.add(name);
            List<Item> stands = substituted(macro, arguments, item.token.line());
            for (int i = stands.size() - 1; i >= 0; i--) {
                Set<String> both = new HashSet<>(stands.get(i).hidden);
                both.addAll(hidden);
                rest.push(new Item(stands.get(i).token, both));
            }
        }
        return done;
    }

    /** A text can be short and stand for much. */
    private void require(int tokens) throws UnclearException {
        if (tokens > MAX_TOKENS || depth > MAX_DEPTH) {
            depth = 0;
            throw new UnclearException("macros stand for more than " + MAX_TOKENS + " words");
        }
    }

    /** Takes the arguments of a call from what follows, and returns the parenthesis that ends it. */
    private static Item arguments(Deque<Item> rest, Macro macro, List<List<Item>> given) throws UnclearException {
        rest.pop();
        int most = macro.parameters.orElseThrow().size();
        List<Item> argument = new ArrayList<>();
        int depth = 0;
        while (!rest.isEmpty()) {
            Item item = rest.pop();
            depth += item.token.is("(") ? 1 : item.token.is(")") ? -1 : 0;
            boolean isLast = macro.isVariadic && given.size() + 1 == most;
            if (depth < 0) {
                given.add(argument);
                if (macro.isVariadic && given.size() + 1 == most) {
                    given.add(List.of());
                }
                if (given.size() != most && !(most == 0 && argument.isEmpty())) {
                    break;
                }
                return item;
            }
            if (depth == 0 && item.token.is(",") && !isLast) {
                given.add(argument);
                argument = new ArrayList<>();
            } else {
                argument.add(item);
            }
        }
        throw new UnclearException("a macro's arguments are not those it has");
    }

    private List<Item> substituted(Macro macro, List<List<Item>> arguments, int line) throws UnclearException {
        List<Item> result = new ArrayList<>();
        List<Token> body = macro.body;
        for (int i = 0; i < body.size(); i++) {
            Token token = body.get(i);
            int parameter = macro.parameter(token);
            if (token.is("#") && i + 1 < body.size() && macro.parameter(body.get(i + 1)) >= 0) {
                result.add(text(arguments.get(macro.parameter(body.get(++i))), line));
            } else if (token.is(PASTE) && !result.isEmpty() && i + 1 < body.size()) {
                Token next = body.get(++i);
                int place = macro.parameter(next);
                paste(result, place < 0 ? List.of(at(next, line)) : arguments.get(place), line);
            } else if (parameter >= 0) {
                boolean isPasted = i + 1 < body.size() && body.get(i + 1).is(PASTE);
                List<Item> argument = arguments.get(parameter);
                depth++;
                result.addAll(isPasted ? argument : expand(argument));
                depth--;
                require(result.size());
                if (isPasted && argument.isEmpty()) {
                    result.add(at(new Token(Token.Kind.MARK, "", line), line));
                }
            } else {
                result.add(at(token, line));
            }
        }
        result.removeIf(item ->
                item.token.kind() == Token.Kind.MARK && item.token.text().isEmpty());
        return result;
    }

    private static Item at(Token token, int line) {
        return new Item(new Token(token.kind(), token.text(), line), Set.of());
    }

    /** Returns a string of the argument, without and with spaces, as what stood between the words is not known. */
    private static Item text(List<Item> argument, int line) {
        String near = argument.stream().map(item -> item.token.text()).collect(Collectors.joining());
        String apart = argument.stream().map(item -> item.token.text()).collect(Collectors.joining(" "));
        return at(new Token(Token.Kind.STRING, near.equals(apart) ? near : near + " " + apart, line), line);
    }

    private static void paste(List<Item> left, List<Item> right, int line) throws UnclearException {
        if (right.isEmpty()) {
            Item last = left.get(left.size() - 1);
            if (last.token.is(",")) {
                left.remove(left.size() - 1);
            }
            return;
        }
        Item last = left.remove(left.size() - 1);
        Item first = right.get(0);
        if (last.token.is(",")) {
            left.add(last);
            left.addAll(right);
            return;
        }
        List<Token> whole = tokens(last.token.text() + first.token.text(), line);
        if (whole.size() != 1 || isText(last.token) || isText(first.token)) {
            throw new UnclearException("'" + last.token.text() + "' and '" + first.token.text() + "' make no word");
        }
        Set<String> hidden = new HashSet<>(last.hidden);
        hidden.retainAll(first.hidden);
        left.add(new Item(whole.get(0), hidden));
        left.addAll(right.subList(1, right.size()));
    }

    private static boolean isText(Token token) {
        return token.kind() == Token.Kind.STRING || token.kind() == Token.Kind.CHARACTER;
    }
}
