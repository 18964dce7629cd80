/* Order of evaluation. Functions whose name starts with "no_" have no fact of
   kind unspecified_sequence, the others have one. */
int n, other;
int grid[4];

/*@ assigns n; */
int next(void) { n = n + 1; return n; }
int bump_other(void) { return ++other; }
int reads_n(void) { return n; }
int pure(int x) { return 2 * x; }
int add(int a, int b) { return a + b; }
int store(int *p) { *p = 1; return 0; }
extern int unknown(void);
/*@ assigns \nothing; */
extern int quiet(int x);

int arguments(void) { return add(next(), next()); }
int operands(void) { return next() - next(); }
int initialisers(void) { int a[2] = { next(), next() }; return a[0]; }
int call_and_global(void) { return n + next(); }
int argument_and_call(void) { return add(n, next()); }
int compound(void) { n += next(); return n; }
int reader_and_writer(void) { return reads_n() + next(); }
int two_unknown(void) { return unknown() + unknown(); }
int through_pointer(int *p) { return store(p) + n + *p; }
int by_address(void) { int x = 0; return store(&x) + x; }
int increment_twice(int i) { i = i++ + 1; return i; }
int increment_and_index(int i) { grid[i] = i++; return i; }
int increment_and_argument(int i) { return add(i++, i); }
int assignment_and_call(void) { return (n = 3) + reads_n(); }
int index_and_value(void) { grid[next() & 3] = n; return 0; }

int no_different_globals(void) { return next() + bump_other(); }
int no_pure(void) { return pure(next()) + pure(2); }
int no_nested(void) { return add(pure(next()), 2); }
int no_shortcut(void) { return next() && next(); }
int no_choice(void) { return next() > 2 ? next() : n; }
int no_comma(void) { int r = (next(), next()); return r; }
int no_one_call(int x) { return x + next(); }
int no_assignment(void) { n = next() + 1; return n; }
int no_idioms(int *p, int *q, int i, int j)
{
  int c;
  *p++ = *q++;
  grid[i++] = grid[j++];
  i = j = 0;
  while ((c = next()) != 7)
    i += c;
  return i;
}
int no_other_address(void) { int x = 0, y = 0; return store(&x) + store(&y); }
int no_argument_of_its_own(int *p) { return store(p) + 1; }
int no_quiet(int x) { return quiet(x) + quiet(2); }
