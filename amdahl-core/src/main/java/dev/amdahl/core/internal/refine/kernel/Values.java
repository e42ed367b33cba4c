package dev.amdahl.core.internal.refine.kernel;

import java.util.random.RandomGenerator;

/** Kinds of input values, each of which has broken kernels that passed on the others. */
enum Values {
    PLAIN {
        @Override
        float draw(RandomGenerator random, float most) {
            return uniform(random);
        }
    },
    WIDE {
        @Override
        float draw(RandomGenerator random, float most) {
            float value = (float) Math.exp(4 * random.nextGaussian());
            return Math.min(value, most) * (random.nextBoolean() ? 1 : -1);
        }
    },
    TIES_AND_ZEROS {
        @Override
        float draw(RandomGenerator random, float most) {
            int value = random.nextInt(-1, 3);
            return value == 0 && random.nextBoolean() ? -0f : value;
        }
    },
    DENORMAL {
        @Override
        float draw(RandomGenerator random, float most) {
            return uniform(random) * Float.MIN_NORMAL;
        }
    },
    NEGATIVE {
        @Override
        float draw(RandomGenerator random, float most) {
            return -Math.abs(uniform(random)) - 1;
        }
    },
    HUGE {
        @Override
        float draw(RandomGenerator random, float most) {
            return uniform(random) * most;
        }
    },
    SPECIAL {
        @Override
        float draw(RandomGenerator random, float most) {
            int choice = random.nextInt(36);
            return choice < 3 ? (choice - 1) / 0f : uniform(random);
        }
    };

    /** Returns one value; {@code most} bounds the magnitude that a task can take without an overflow. */
    abstract float draw(RandomGenerator random, float most);

    /** Between -1 and 1. */
    public static float uniform(RandomGenerator random) {
        return random.nextInt() * 0x1p-31f;
    }
}
