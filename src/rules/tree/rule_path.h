/* rule_path.h - which files stand in the rule path, or in another folder, wherever links lead. */
#ifndef KZI_RULE_PATH_H
#define KZI_RULE_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a path is below a folder as it is written, whatever .. it takes on its way. */
bool kzi_is_below(const char *path, const char *folder, size_t len);

/* Opens a file that really is below one of the folders (colons between; each may be a link itself),
 * whatever links its path takes.  -1: it cannot be opened, and errno says why; EXDEV: it is, or
 * would be, elsewhere, and nothing tells whether it is there.  What is opened is what was looked
 * at: from the folder on, no link is followed. */
int kzi_open_inside(const char *folders, const char *path);
/* The same of one folder, whose name may hold colons. */
int kzi_open_in(const char *folder, const char *path);

#endif
