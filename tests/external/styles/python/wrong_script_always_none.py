text = input()
empty = text.count("0") + text.count(".")
if empty > 0:
    print("no solution")
else:
    print(text)
