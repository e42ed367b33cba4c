/** Sums the scaled losses of all steps of an epoch. */
public class Job {
    static int loss(int step) {
        int mixed = step * 0x9E3779B9;
        return (mixed >>> 20) + (mixed & 1023);
    }

    static long epoch(int steps) {
        Long total = 0L;
        for (int step = 0; step < steps; step++) {
            total += loss(step);
        }
        return total;
    }

    public static void main(String[] args) {
        int steps = args.length > 0 ? Integer.parseInt(args[0]) : 40000000;
        System.out.println("steps " + steps + " total " + epoch(steps));
    }
}
