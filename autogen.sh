#!/bin/sh
# Makes ./configure from configure.ac, and the lists of what there is to build. Needs autoconf, automake, libtool and pkg-config.
set -e
cd "$(dirname "$0")"
src/list-sources.sh
exec autoreconf --force --install
