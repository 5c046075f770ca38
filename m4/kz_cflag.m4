# KZ_CFLAG(VARIABLE, FLAG): append FLAG to VARIABLE if the compiler takes it.
# -Werror is on during the test because clang only warns of -W flags it does not know.
AC_DEFUN([KZ_CFLAG], [
  AS_VAR_PUSHDEF([cache], [kz_cv_cflag_$2])dnl
  AC_CACHE_CHECK([whether $CC accepts $2], [cache], [
    kz_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror $2"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
      [AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
    CFLAGS=$kz_save_CFLAGS])
  AS_VAR_IF([cache], [yes], [$1="$$1 $2"])
  AS_VAR_POPDEF([cache])dnl
])
