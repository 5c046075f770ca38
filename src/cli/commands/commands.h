/* commands.h - the commands, one file each. */
#ifndef KZI_COMMANDS_H
#define KZI_COMMANDS_H

#include "cli/options.h"
#include "cli/output.h"

extern const struct kzi_command kzi_command_score, kzi_command_check, kzi_command_show,
    kzi_command_test, kzi_command_list, kzi_command_settle, kzi_command_table, kzi_command_compare,
    kzi_command_merge, kzi_command_diff;

#endif
