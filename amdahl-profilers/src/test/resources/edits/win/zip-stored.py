import os
import zipfile

text = "".join("%d answer of record %d\n" % (i * 7919 % 10007, i) for i in range(200000))
with zipfile.ZipFile("answers.zip", "w", zipfile.ZIP_DEFLATED) as out:
    for part in range(8):
        out.writestr("part-%d.txt" % part, text)
print(sum(len(zipfile.ZipFile("answers.zip").read(name)) for name in zipfile.ZipFile("answers.zip").namelist()))
