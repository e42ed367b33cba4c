package dev.amdahl.gpu.internal.kernel.scan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which branches of {@code #if} a compiler takes, as far as that is plain: it leaves the others out, and so does the scan. */
final class Branches {
    private static final Pattern DIRECTIVE = Pattern.compile("#(if|ifdef|ifndef|elif|else|endif)\\b\\s*(.*)");
    private static final Pattern DEFINED =
            Pattern.compile("(!?)\\s*defined\\s*(?:\\(\\s*([\\w$]+)\\s*\\)|([\\w$]+))\\s*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Set<String> OF_LAST = Set.of("else", "endif");

    /** Names that neither a compiler nor a header defines. */
    private static final Pattern OWN =
            Pattern.compile("(?!CUD|CU_|NV|AMDAHL|IF_|M_|MATH|MAX|FP_|FLT|DBL|LDBL|S?NAN|INF|HUGE|EOF|NULL"
                    + "|U?(?:INT|CHAR|SHRT|L?LONG|SIZE)|SCHAR|SSIZE|PTRDIFF|WCHAR|WINT)[A-Z][A-Z0-9_]*");

    private enum Answer {
        YES,
        NO,
        PERHAPS
    }

    /**
     * @param now whether the compiler reads what stands here
     * @param before whether it read an earlier branch of the same condition
     */
    private record Branch(Answer now, Answer before) {}

    private final Deque<Branch> open = new ArrayDeque<>();

    boolean isDead() {
        return open.stream().anyMatch(branch -> branch.now == Answer.NO);
    }

    boolean isSure() {
        return open.stream().noneMatch(branch -> branch.now == Answer.PERHAPS);
    }

    /**
     * Goes on to the next branch if the directive is one of conditions.
     *
     * @param macros the numbers that names stand for; "" for what is no number, empty where nobody defined the name
     */
    boolean takes(String directive, Function<String, Optional<String>> macros) {
        Matcher found = DIRECTIVE.matcher(directive);
        if (!found.matches()) {
            return false;
        }
        String word = found.group(1);
        if (word.startsWith("if")) {
            open.push(new Branch(answer(word, found.group(2), macros), Answer.NO));
        } else if (!open.isEmpty()) {
            Branch last = open.pop();
            if (!word.equals("endif")) {
                Answer before = either(last.before, last.now);
                Answer here = OF_LAST.contains(word) ? Answer.YES : answer("if", found.group(2), macros);
                open.push(new Branch(andNot(here, before), before));
            }
        }
        return true;
    }

    private static Answer either(Answer one, Answer other) {
        if (one == Answer.YES || other == Answer.YES) {
            return Answer.YES;
        }
        return one == Answer.PERHAPS ? one : other;
    }

    private static Answer andNot(Answer here, Answer before) {
        if (here == Answer.NO || before == Answer.YES) {
            return Answer.NO;
        }
        return before == Answer.PERHAPS ? before : here;
    }

    private static Answer answer(String word, String condition, Function<String, Optional<String>> macros) {
        if (!word.equals("if")) {
            return isDefined(condition.strip(), word.equals("ifndef"), macros);
        }
        String plain = condition.strip();
        Matcher defined = DEFINED.matcher(plain);
        if (defined.matches()) {
            String name = defined.group(2) == null ? defined.group(3) : defined.group(2);
            return isDefined(name, !defined.group(1).isEmpty(), macros);
        }
        if (isDefined(plain, true, macros) == Answer.YES) {
            return Answer.NO;
        }
        Matcher number = NUMBER.matcher(macros.apply(plain).orElse(plain));
        return !number.matches() ? Answer.PERHAPS : number.group().matches("0+") ? Answer.NO : Answer.YES;
    }

    private static Answer isDefined(String name, boolean isNegated, Function<String, Optional<String>> macros) {
        boolean isKnown = macros.apply(name).isPresent();
        if (!isKnown && !OWN.matcher(name).matches()) {
            return Answer.PERHAPS;
        }
        return isKnown == isNegated ? Answer.NO : Answer.YES;
    }
}
