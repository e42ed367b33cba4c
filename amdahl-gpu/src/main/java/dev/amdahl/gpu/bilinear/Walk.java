package dev.amdahl.gpu.bilinear;

/** A random walk through schemes of one format. Not thread-safe. */
interface Walk {
    /**
     * Up to so many flips; ends early where the rank has fallen, and where no flip is possible.
     *
     * @return flips made
     */
    long flip(long most);

    /** Splits one pair of terms into three: the way out of a dead end. Whether it was possible. */
    boolean plus();

    /** Terms now. */
    int rank();

    /** Returns the scheme that it stands at. */
    Scheme scheme();

    /** Goes to another scheme of the format. */
    void jump(Scheme to);
}
