package dev.amdahl.spi.profiler;

/**
 * The scope around a place in source.
 *
 * @param function the enclosing function or method, with its classes ({@code Trainer.step}); empty text outside of any
 * @param firstLine the function's first line, decorators and modifiers included, from 1; the file's first line outside of any
 * @param lastLine its last line, not before the first
 * @param repeats whether the place is in a loop, or in a function that the same file calls in a loop
 */
public record CodeScope(String function, int firstLine, int lastLine, boolean repeats) {
    public CodeScope {
        if (firstLine < 1 || lastLine < firstLine) {
            throw new IllegalArgumentException(
                    "need 1 <= firstLine <= lastLine, were " + firstLine + " and " + lastLine);
        }
    }
}
