package dev.amdahl.core.internal.stats;

/**
 * The standard normal distribution: quantiles by Wichura (1988, algorithm AS 241), tails by Cody (1969); relative accuracy
 * 1e-15 in both.
 */
public final class Normal {

    private static final double[] CENTRE_NUMERATOR = {
        3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946,
        45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227
    };
    private static final double[] CENTRE_DENOMINATOR = {
        1,
        42.31333070160091,
        687.1870074920579,
        5394.196021424751,
        21213.794301586597,
        39307.89580009271,
        28729.085735721943,
        5226.495278852854
    };
    private static final double[] TAIL_NUMERATOR = {
        1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045,
        1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414
    };
    private static final double[] TAIL_DENOMINATOR = {
        1,
        2.053191626637759,
        1.6763848301838038,
        0.6897673349851,
        0.14810397642748008,
        0.015198666563616457,
        0.0005475938084995345,
        1.0507500716444169e-9
    };
    private static final double[] FAR_NUMERATOR = {
        6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487,
        0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7
    };
    private static final double[] FAR_DENOMINATOR = {
        1,
        0.599832206555888,
        0.1369298809227358,
        0.014875361290850615,
        0.0007868691311456133,
        1.8463183175100548e-5,
        1.421511758316446e-7,
        2.0442631033899397e-15
    };

    private static final double[] MIDDLE_NUMERATOR = {
        18154.98125334356, 1067.6894854603709, 161.02823106855587, 2.2352520354606837, 0.06568233791820745
    };
    private static final double[] MIDDLE_DENOMINATOR = {
        45507.78933502673, 10260.932208618979, 976.0985517377767, 47.202581904688245, 1
    };
    private static final double[] SIDE_NUMERATOR = {
        9842.714838383978,
        11602.65143764735,
        6848.190450536283,
        2494.5375852903726,
        597.2702763948002,
        93.50665613217785,
        8.883149794388377,
        0.39894151208813466,
        1.0765576773720192e-8
    };
    private static final double[] SIDE_DENOMINATOR = {
        19685.429676859992,
        38912.00328609327,
        34900.95272114598,
        18615.571640885097,
        6485.558298266761,
        1519.3775994075547,
        235.387901782625,
        22.266688044328117,
        1
    };
    private static final double[] END_NUMERATOR = {
        2.9112874951168793e-5, 0.0014216191932278934, 0.022235277870649807,
        0.12740116116024736, 0.215898534057957, 0.02307344176494017
    };
    private static final double[] END_DENOMINATOR = {
        7.297515550839662e-5, 0.0037823963320275824, 0.06598813786892856, 0.4682382124808651, 1.284260096144911, 1
    };

    private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

    private Normal() {}

    /**
     * P(Z ≤ z); keeps its relative accuracy in the lower tail.
     *
     * @throws IllegalArgumentException if z is NaN
     */
    public static double cdf(double z) {
        return survival(-z);
    }

    /**
     * P(Z &gt; z); keeps its relative accuracy in the upper tail.
     *
     * @throws IllegalArgumentException if z is NaN
     */
    public static double survival(double z) {
        Arguments.requireNumber("z", z);
        double size = Math.abs(z);
        if (size <= 0.67448975) {
            double square = z * z;
            return 0.5 - z * polynomial(MIDDLE_NUMERATOR, square) / polynomial(MIDDLE_DENOMINATOR, square);
        }
        if (size > 39) {
            return z > 0 ? 0 : 1;
        }
        double tail = gauss(size) * scaledTail(size);
        return z > 0 ? tail : 1 - tail;
    }

    /** P(Z &gt; z) over exp(-z²/2). */
    private static double scaledTail(double z) {
        if (z <= 4 * Math.sqrt(2)) {
            return polynomial(SIDE_NUMERATOR, z) / polynomial(SIDE_DENOMINATOR, z);
        }
        double r = 1 / (z * z);
        return (1 / ROOT_TWO_PI - r * polynomial(END_NUMERATOR, r) / polynomial(END_DENOMINATOR, r)) / z;
    }

    /** exp(-z²/2) with z² split in two, so that a large z costs no digits. */
    private static double gauss(double z) {
        double coarse = Math.floor(z * 16) / 16;
        return Math.exp(-0.5 * coarse * coarse) * Math.exp(-0.5 * (z - coarse) * (z + coarse));
    }

    /** Returns the value below which that share lies. */
    public static double quantile(double p) {
        Arguments.requireProbability("p", p);
        double q = p - 0.5;
        if (Math.abs(q) <= 0.425) {
            double r = 0.180625 - q * q;
            return q * polynomial(CENTRE_NUMERATOR, r) / polynomial(CENTRE_DENOMINATOR, r);
        }
        double r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
        double size = r <= 5
                ? polynomial(TAIL_NUMERATOR, r - 1.6) / polynomial(TAIL_DENOMINATOR, r - 1.6)
                : polynomial(FAR_NUMERATOR, r - 5) / polynomial(FAR_DENOMINATOR, r - 5);
        return Math.copySign(size, q);
    }

    private static double polynomial(double[] coefficients, double x) {
        double value = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) {
            value = value * x + coefficients[i];
        }
        return value;
    }
}
