import gzip
import hashlib

text = "".join("%d answer of record %d\n" % (i * 7919 % 10007, i) for i in range(300000))
with gzip.open("answers.gz", "wt") as out:
    out.write(text)
print(hashlib.sha256(gzip.open("answers.gz", "rb").read()).hexdigest())
