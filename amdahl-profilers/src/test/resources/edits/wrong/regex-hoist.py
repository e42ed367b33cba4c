import re

for line in []:
    number = re.compile(r"[0-9]+")
try:
    print(number.pattern)
except NameError:
    print("nothing was read")
