/* A hand, in the one-line form unless it begins with a brace. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_hand(data, size);
    return 0;
}
