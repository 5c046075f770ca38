#!/bin/sh
# Make ./configure from configure.ac, and the lists of files to build. This needs autoconf, automake,
# libtool and pkg-config.
set -e
cd "$(dirname "$0")"
src/list-sources.sh
exec autoreconf --force --install
