/* One of each of the other facts; the comment behind names the kind. */
#include <stdio.h>
#include <signal.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON                             /* pragma */
#pragma GCC diagnostic push
asm(".globl here");                                     /* asm */

union word { unsigned whole; unsigned char part[4]; };
union single { int only; };
struct bits { unsigned low : 3; unsigned all : 32; };
volatile int device;
int sized __attribute__((aligned(16)));
__attribute__((unused)) static int hinted;
int renamed asm("other_name");                          /* attribute */
int odd __attribute__((frobnicate));                    /* attribute */
__attribute__((noreturn)) extern void halt(void);       /* noreturn_no_body */
static void tidy(int *p) { *p = 0; }
static void handler(int s) { device = s; }
extern void log_line(const char *format, ...);

/*@ global invariant positive: sized >= 0; */           /* global_invariant */
/*@ ghost /@ ensures \false; @/ void oracle(void); */   /* ghost_function */

unsigned halves(union word *w) { w->part[0] = 1; return w->whole; } /* union_access */
int lonely(union single *s) { return s->only; }
unsigned narrow(struct bits *b) { b->low = 9; return b->all; } /* bitfield */
void lowest(int * restrict p) { *p = 1; }               /* restrict */
int poll(void) { return device; }                       /* volatile_access */
double half(double x) { return x / 2; }                 /* float */
long number(int *p) { return (long)p; }                 /* switch_to_... */
int *null(void) { return 0; }
int again(int x) { return x > 0 ? again(x - 1) : 0; }   /* recursion */

int jump(int x)
{
  int guard __attribute__((cleanup(tidy))) = 0;         /* attribute */
again:
  x--;
  if (x > 0)
    goto again;                                         /* goto_backward */
  if (guard)
    goto inside;                                        /* goto_into_loop */
  while (x < 3) {
inside:
    x++;
  }
  return x;
}

int vary(int count)
{
  int list[count];                                      /* alloca */
  list[0] = 1;
  return list[0];
}

void library(char *to, const char *from, int (*callback)(int))
{
  memcpy(to, from, 1);                                  /* libc_call */
  printf("%d\n", 1);                                    /* variadic_call */
  log_line("x", 1);                                     /* variadic_call */
  signal(SIGINT, handler);                              /* libc_special */
  callback(1);                                          /* calls_missing */
  asm volatile("nop");                                  /* asm */
  /*@ ensures sized == 1; */                            /* stmt_contract */
  sized = 1;
  /*@ admit sized == 2; */                              /* admit */
  /*@ ghost oracle(); */
  if (sized == 3)
    halt();
}
