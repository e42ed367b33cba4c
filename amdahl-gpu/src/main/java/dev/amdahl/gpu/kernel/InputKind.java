package dev.amdahl.gpu.kernel;

import java.util.random.RandomGenerator;

/** What the values of an input are like; each kind has broken kernels that passed on the others. */
enum InputKind {
    /** Standard normal. */
    NORMAL {
        @Override
        float draw(RandomGenerator random, float widest) {
            return (float) random.nextGaussian();
        }
    },
    /** Log-normal with both signs, up to a bound. */
    WIDE {
        @Override
        float draw(RandomGenerator random, float widest) {
            float value = (float) Math.min(widest, Math.exp(2 * random.nextGaussian()));
            return random.nextBoolean() ? value : -value;
        }
    },
    /** Ties, zeros of both signs, and denormals. */
    ADVERSARIAL {
        @Override
        float draw(RandomGenerator random, float widest) {
            int value = random.nextInt(-2, 3);
            return value == 0 ? (random.nextBoolean() ? -0f : random.nextInt(100) * Float.MIN_VALUE) : value;
        }
    },
    /** Normal about a mean far from zero, where digits cancel: how many are left is compared with the baseline's. */
    SHIFTED {
        @Override
        float draw(RandomGenerator random, float widest) {
            return (float) (Math.min(widest, MEAN) + random.nextGaussian());
        }
    };

    private static final double MEAN = 30;

    /** Returns one value; {@code widest} bounds the magnitude that a task can take without losing its digits. */
    abstract float draw(RandomGenerator random, float widest);
}
