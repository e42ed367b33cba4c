/** Renders the labels of samples as text, and hashes them. */
public class Job {
    static String render(int sample) {
        StringBuffer text = new StringBuffer();
        for (int bit = 0; bit < 24; bit++) {
            text.append((sample >> bit & 1) == 0 ? 'n' : 'y');
            text.append(',');
        }
        return text.toString();
    }

    static int hash(int samples) {
        int all = 7;
        for (int sample = 0; sample < samples; sample++) {
            all = all * 31 + render(sample).hashCode();
        }
        return all;
    }

    public static void main(String[] args) {
        int samples = args.length > 0 ? Integer.parseInt(args[0]) : 300000;
        System.out.println("samples " + samples + " hash " + hash(samples));
    }
}
