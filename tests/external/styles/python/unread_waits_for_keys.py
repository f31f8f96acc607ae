while True:
    choice = input("(n)ew game, (h)elp or (q)uit? ")
    if choice == "q":
        break
    if choice == "h":
        print("Type n, h or q")
    if choice == "n":
        level = int(input("Level, from 1 to 3: "))
        print("A new game at level", level)
