/* kazoe - find the command and run it. */
#include "cli/commands/commands.h"

static const struct kzi_command commands[] = {
#define COMMAND(id, name, ...) {#name, KZI_FOR(id), kzi_run_##name, __VA_ARGS__},
#include "cli/commands.def"
#undef COMMAND
};

static const struct kzi_command *find_command(const char *name) {
    for (size_t i = 0; i < KZI_COMMANDS; i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

static int message_unknown(const char *name) {
    const char *names[KZI_COMMANDS + 1] = {"help"};
    for (size_t i = 0; i < KZI_COMMANDS; i++)
        names[i + 1] = commands[i].name;
    kzi_message_unknown(NULL, name[0] == '-' ? "unknown option" : "unknown command", name, names,
                        KZI_COUNT(names));
    return kzi_message_try_help(NULL);
}

static void put_help(struct kzi_text *text) {
    kzi_text_put(text, "Usage: kazoe COMMAND [OPTIONS] ...\n"
                       "Score mahjong hands by rules written in files.\n");
    for (const struct kzi_command *row = commands; row < commands + KZI_COMMANDS; row++) {
        if (row->group)
            kzi_text_format(text, "\n%s:\n", row->group);
        kzi_text_format(text, "  %-8s %s\n", row->name, row->says);
    }
    kzi_text_put(text,
                 "\n"
                 "Options:\n"
                 "  -h, --help     show this help; kazoe help COMMAND shows that of a command\n"
                 "  -V, --version  show the version\n"
                 "\n"
                 "Rulesets are looked up in the folders of KAZOE_PATH, then among those that\n"
                 "come with kazoe. If none is named, a configuration file decides: kazoe.yaml, or\n"
                 "config.yaml in ~/.config/kazoe, with a line ruleset: NAME.\n"
                 "\n"
                 "Examples:\n"
                 "  kazoe list\n"
                 "  kazoe score -r ema-2016 123456m23p55789s +1p seat=S from=W riichi\n"
                 "  kazoe show ema-2016 pinfu\n"
                 "\n"
                 "The manual is kazoe(1), and kazoe-COMMAND(1) for each command.\n");
}

/* Print the help of a command or, if it is NULL, the list of commands. */
static int print_help(const struct kzi_command *command) {
    struct kzi_text text = kzi_text_growing();
    if (command)
        kzi_put_options_help(&text, command);
    else
        put_help(&text);
    int status = kzi_write(&text);
    kzi_text_release(&text);
    return status;
}

static bool is_help(const char *word) {
    return !strcmp(word, "-h") || !strcmp(word, "--help") || !strcmp(word, "help");
}

/* Run kazoe help.  One word may be a command; --help may be repeated. */
static int help(int argc, char **argv) {
    const struct kzi_command *command = NULL;
    for (int i = 0; i < argc; i++) {
        if (is_help(argv[i]))
            continue;
        if (command) {
            kzi_message(NULL, "unexpected argument '%s': help takes one command", argv[i]);
            return kzi_message_try_help(NULL);
        }
        command = find_command(argv[i]);
        if (!command)
            return message_unknown(argv[i]);
    }
    return print_help(command);
}

static int run_command(const struct kzi_command *command, int argc, char **argv) {
    volatile int status = KZI_EXIT_DONE;
    struct kzi_arena arena = {0};
    struct kzi_args args = {
        .command = command, .arena = &arena, .diag = kzi_message_diagnostic, .status = &status};
    jmp_buf door;
    arena.door = &door;
    switch (setjmp(door)) {
    case 0:
        args.out = kzi_text_new(&arena);
        kzi_options_read(&args, argc, argv);
        command->run(&args);
        kzi_output_print(&args);
        if (status == KZI_EXIT_NEGATIVE && args.given[KZI_OPT_EXIT_ZERO])
            status = KZI_EXIT_DONE;
        break;
    case KZI_ENDED:
        break;
    default:
        status = kzi_message_no_memory();
    }
    kzi_arena_release(&arena);
    return status;
}

static int dispatch(int argc, char **argv) {
    /* bad usage, but the user needs the list of commands */
    if (argc < 2)
        return kzi_worse(print_help(NULL), KZI_EXIT_USAGE);
    if (!strcmp(argv[1], "-V") || !strcmp(argv[1], "--version"))
        return printf("kazoe %s\n", kz_version()) < 0 ? KZI_EXIT_SYSTEM : KZI_EXIT_DONE;
    if (is_help(argv[1]))
        return help(argc - 1, argv + 1);
    const struct kzi_command *command = find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1) : message_unknown(argv[1]);
}

int main(int argc, char **argv) {
    return kzi_output_close(dispatch(argc, argv));
}
