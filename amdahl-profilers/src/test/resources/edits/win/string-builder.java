class Job {
    public static void main(String[] args) {
        long length = 0;
        for (int i = 0; i < 3_000_000; i++) {
            StringBuffer text = new StringBuffer();
            for (int word = 0; word < 12; word++) {
                text.append(word).append(' ');
            }
            length += text.length();
        }
        System.out.println(length);
    }
}
