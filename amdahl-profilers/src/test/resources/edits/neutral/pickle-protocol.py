import pickle

with open("rows.pickle", "wb") as out:
    pickle.dump([1, 2, 3], out, protocol=0)
print(pickle.load(open("rows.pickle", "rb")))
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
