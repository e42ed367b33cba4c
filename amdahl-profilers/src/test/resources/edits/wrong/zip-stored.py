import os
import zipfile

with zipfile.ZipFile("answers.zip", "w", zipfile.ZIP_DEFLATED) as out:
    out.writestr("zeros", b"0" * 1000000)
print("small enough to be sent:", os.path.getsize("answers.zip") < 100000)
