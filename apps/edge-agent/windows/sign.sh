#!/bin/sh
# Signs the program of the first argument in place, with the command in SIGN_COMMAND, to which its path is added.
exec sh -c "$SIGN_COMMAND \"\$1\"" sh "$1"
