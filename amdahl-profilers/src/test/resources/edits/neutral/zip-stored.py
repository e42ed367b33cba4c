import zipfile

with zipfile.ZipFile("answers.zip", "w", zipfile.ZIP_DEFLATED) as out:
    out.writestr("answer.txt", "one answer")
print(zipfile.ZipFile("answers.zip").namelist())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
