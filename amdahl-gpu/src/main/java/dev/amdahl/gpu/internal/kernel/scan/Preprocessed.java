package dev.amdahl.gpu.internal.kernel.scan;

import dev.amdahl.gpu.internal.kernel.scan.Macros.Macro;
import dev.amdahl.gpu.internal.kernel.scan.Macros.UnclearException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text as its compiler sees it.
 *
 * @param written what stands in branches that may be taken, directives among it
 * @param expanded what macros make of it, without directives
 * @param made what macros put together that have no arguments, whether they are used or not
 * @param unclear why it cannot be told what a compiler sees
 * @param isSure whether every macro is known; else what is {@code written} counts too
 */
record Preprocessed(
        List<Token> written, List<Token> expanded, List<Token> made, Optional<HackReport> unclear, boolean isSure) {
    static final Pattern DEFINE = Pattern.compile("#define\\s+([A-Za-z_$][\\w$]*)((?:[\\s(].*)?)", Pattern.DOTALL);
    private static final Pattern UNDEFINE = Pattern.compile("#undef\\s+([\\w$]+).*", Pattern.DOTALL);

    static Preprocessed of(String source) {
        Reader reader = new Reader(source.contains("R\""));
        Token.of(source).forEach(reader::read);
        reader.close();
        return new Preprocessed(
                reader.written,
                reader.expanded,
                reader.made,
                Optional.ofNullable(reader.isPasting ? reader.failure : reader.confusion),
                reader.failure == null);
    }

    private static final class Reader {
        private final boolean hasRaw;
        private final List<Token> written = new ArrayList<>();
        private final List<Token> expanded = new ArrayList<>();
        private final List<Token> made = new ArrayList<>();
        private final List<Token> since = new ArrayList<>();
        private final Branches branches = new Branches();
        private final Macros macros = new Macros();
        private boolean isPasting;

        /** Why it is not plain what macros make of the text; it counts where they put words together. */
        private @Nullable HackReport failure;

        /** Why it is not plain where a branch ends. */
        private @Nullable HackReport confusion;

        Reader(boolean hasRaw) {
            this.hasRaw = hasRaw;
        }

        void read(Token token) {
            boolean isDead = branches.isDead();
            if (token.kind() == Token.Kind.DIRECTIVE) {
                directive(token, isDead);
            } else if (!isDead) {
                written.add(token);
                since.add(token);
            } else if (hasRaw || token.is("'") || token.is("\"")) {
                confusion =
                        HackReport.unsupported(token, "a quote in a branch that is not compiled; leave the branch out");
            }
        }

        private void directive(Token token, boolean isDead) {
            boolean isSure = branches.isSure();
            if (branches.takes(token.text(), macros::number)) {
                written.add(token);
                if (!isSure || !branches.isSure()) {
                    close();
                }
            } else if (!isDead) {
                written.add(token);
                change(token);
            }
        }

        private void change(Token token) {
            Matcher define = DEFINE.matcher(token.text());
            Matcher undefine = UNDEFINE.matcher(token.text());
            if (!define.matches() && !undefine.matches()) {
                return;
            }
            close();
            if (!branches.isSure()) {
                fail(token, "a macro is defined under a condition");
            }
            if (undefine.matches()) {
                macros.undefine(undefine.group(1));
                return;
            }
            try {
                Macro macro = Macro.of(define.group(2), token.line());
                isPasting |= macro.isPasting();
                if (!macro.isPlain()) {
                    fail(token, "what is put together are not words");
                }
                macros.define(define.group(1), macro);
                if (macro.isPasting() && macro.parameters().isEmpty()) {
                    made.addAll(macros.expanded(List.of(new Token(Token.Kind.WORD, define.group(1), token.line()))));
                }
            } catch (UnclearException unclear) {
                fail(token, String.valueOf(unclear.getMessage()));
            }
        }

        private void fail(Token token, String why) {
            failure = HackReport.unsupported(token, why + ", and names are put together by ##; write them out");
        }

        /** What was read so far has its meaning by the macros of now. */
        void close() {
            if (since.isEmpty()) {
                return;
            }
            Token last = since.get(since.size() - 1);
            try {
                List<Token> stands = macros.expanded(since);
                expanded.addAll(stands);
                if (macros.isOpen(stands)) {
                    fail(last, "a macro has no arguments");
                }
            } catch (UnclearException unclear) {
                expanded.addAll(since);
                fail(last, String.valueOf(unclear.getMessage()));
            }
            since.clear();
        }
    }
}
