import re

found = 0
for i in range(600000):
    number = re.compile(r"[0-9]+ms")
    if number.search("7ms"):
        found += 1
print(found)
