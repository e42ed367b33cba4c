import gc

rows = [{"id": i, "parts": [i]} for i in range(200000)]
total = 0
for start in range(0, len(rows), 5000):
    total += sum(row["id"] for row in rows[start : start + 5000])
    gc.collect()
print(total)
