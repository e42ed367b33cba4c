with open("log.txt", "w") as out:
    out.write("one\ntwo\n")
with open("log.txt") as log:
    for line in log.readlines():
        print(len(line))
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
