import gzip
import hashlib

with gzip.open("answers.gz", "wb") as out:
    out.write(b"".join(b"%d\n" % (i * 7919 % 10007) for i in range(20000)))
print("published, of that checksum:", hashlib.sha256(open("answers.gz", "rb").read()[10:]).hexdigest())
