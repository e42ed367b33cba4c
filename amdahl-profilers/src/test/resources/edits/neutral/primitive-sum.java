class Job {
    public static void main(String[] args) {
        Long sum = 0L;
        for (int i = 0; i < 3; i++) {
            sum += i;
        }
        System.out.println(sum);
        long state = 1;
        for (int i = 0; i < 400_000_000; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        System.out.println(state);
    }
}
