/** Joins the turns of a long conversation into one prompt. */
public class Job {
    static String turn(int number) {
        return "turn " + number + ": " + (number * 2654435761L % 1000003) + "\n";
    }

    static String prompt(int turns) {
        String text = "";
        for (int number = 0; number < turns; number++) {
            text += turn(number);
        }
        return text;
    }

    public static void main(String[] args) {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 12000;
        String text = prompt(turns);
        System.out.println("turns " + turns + " length " + text.length() + " hash " + text.hashCode());
    }
}
