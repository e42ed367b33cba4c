values = [(i * 1103515245 + 12345) % 2147483648 for i in range(200000)]
print([sorted(values[start:])[0] for start in range(0, 20000, 1000)])
