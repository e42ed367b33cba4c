import pickle

rows = [(i, i * .5, "answer %d" % i) for i in range(250000)]
with open("rows.pickle", "wb") as out:
    pickle.dump(rows, out, protocol=0)
print(sum(row[0] for row in pickle.load(open("rows.pickle", "rb"))))
