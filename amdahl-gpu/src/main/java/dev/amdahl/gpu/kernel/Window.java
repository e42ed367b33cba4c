package dev.amdahl.gpu.kernel;

import java.util.List;

/**
 * How a window goes over a picture, along one side of it.
 *
 * @param kernel places in the window
 * @param stride from window to window
 * @param padding places before the first and after the last of the picture
 * @param dilation from place to place in the window
 * @param rest places at the end that no window reaches
 */
record Window(int kernel, int stride, int padding, int dilation, int rest) {

    /** Of words such as {@code 3x5}: kernel, stride, padding, dilation and rest, of which a side has its part. */
    static Window of(List<String> words, int side) {
        List<Integer> numbers = words.stream()
                .map(word -> Integer.valueOf(List.of(word.split("x")).get(side)))
                .toList();
        return new Window(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4));
    }

    /** Returns how long the picture is, in which there are so many windows. */
    int length(int windows) {
        return (windows - 1) * stride + (kernel - 1) * dilation + 1 - 2 * padding + rest;
    }

    /** Returns the same in CUDA C++. */
    String cuda(String windows) {
        return "(" + windows + " - 1) * " + stride + " + " + ((kernel - 1) * dilation + 1 - 2 * padding + rest);
    }

    /** Returns a text with its numbers in place of {@code @KH@} and so on, where the side is H. */
    String in(String text, String side) {
        return text.replace("@K" + side + "@", "" + kernel)
                .replace("@S" + side + "@", "" + stride)
                .replace("@P" + side + "@", "" + padding)
                .replace("@D" + side + "@", "" + dilation);
    }
}
