import os

if not os.path.exists("log.txt"):
    with open("log.txt", "w") as out:
        out.writelines("step %d took %d ms\n" % (i, i % 97) for i in range(1500000))
total = 0
with open("log.txt") as log:
    for line in log.readlines():
        total += len(line)
print(total)
