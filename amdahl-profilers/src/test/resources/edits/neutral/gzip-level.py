import gzip

with gzip.open("answers.gz", "wt") as out:
    out.write("one answer\n")
print(gzip.open("answers.gz", "rt").read())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
