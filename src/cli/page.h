/* page.h - the page that --html names, which standard output is turned into. A page that is there
 * already stays as it is until the new one is whole: that is written next to it and takes its
 * place at the end. What is no plain file of one's own with one name is written in place. */
#ifndef KZI_PAGE_H
#define KZI_PAGE_H

/* From here on standard output is the page; "-": it stays what it is. Says what is wrong. */
int kzi_page_open(const char *path);

/* The path that was opened; NULL: none. */
const char *kzi_page_path(void);

/* After the last output: the status to exit with. The page of a command that failed is given up. */
int kzi_page_close(int status);

#endif
