#include "near.c"
