# What the Makefiles of the folders share. Programs go to build/, or to BUILD=folder. A target NAME-sanitize is NAME
# under AddressSanitizer and UBSan. A Makefile may set `flags`.

CFLAGS ?= -std=c11 -O2 -Wall -Wextra
BUILD ?= build

SANITIZE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
%-sanitize %-sanitize.o: mode = $(SANITIZE)

compile = $(CC) $(CPPFLAGS) $(CFLAGS) $(flags) $(mode)
link = $(compile) $(LDFLAGS) -o $@

.DEFAULT_GOAL = check

$(BUILD):
	mkdir -p $@

clean:
	rm -rf $(BUILD)

.PHONY: sanitize clean
