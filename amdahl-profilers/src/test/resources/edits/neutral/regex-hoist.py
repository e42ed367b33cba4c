import re

for text in ("7ms", "ms"):
    number = re.compile(r"[0-9]+ms")
    print(bool(number.search(text)))
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
