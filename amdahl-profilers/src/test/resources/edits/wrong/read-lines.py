with open("queue.txt", "w") as out:
    out.write("one\ntwo\nthree\n")
queue = open("queue.txt", "r+")
for line in queue.readlines():
    queue.truncate(0)
    print(line.strip())
    queue.seek(0)
