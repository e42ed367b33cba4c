import gc

for start in range(3):
    gc.collect()
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
