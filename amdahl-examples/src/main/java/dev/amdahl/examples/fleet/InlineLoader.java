package dev.amdahl.examples.fleet;

/** Decodes each batch on the thread that asks for it. */
record InlineLoader(RecordDecoder decoder) implements Loader {
    @Override
    public double[] batch(int step) {
        return decoder.decode(step);
    }

    @Override
    public void close() {}
}
