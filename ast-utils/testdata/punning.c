/* Type punning and its absence. Functions whose name starts with "no_" have no
   fact of kind type_punning, the others have one. */

struct buf { unsigned char *data; unsigned len; };
struct head { unsigned tag; unsigned size; };

/*@ predicate apart(struct buf *b) =
      \valid(b) && \separated(b, b->data + (0 .. b->len)); */

int char_and_int(int *i, char *c) { *i = 1; *c = 2; return *i; }
int signed_and_unsigned(int *i, unsigned *u) { *u = 2; return *i; }
int plain_and_unsigned_char(char *a, unsigned char *b) { *a = 1; return *b; }

enum mode { OFF, ON };
int enum_and_int(enum mode *m, int *i) { *m = ON; return *i; }

float through_a_cast(int *i) { float *f = (float *)i; *i = 1; return *f; }
float no_int_and_float(int *i, float *f) { *i = 1; return *f; }

/*@ requires apart(b); */
void no_separated_in_predicate(struct buf *b) { b->data[0] = 1; b->len++; }
void not_separated(struct buf *b) { b->data[0] = 1; b->len++; }

/*@ requires \separated(s + (0 .. n - 1), out); */
void no_separated(const char *s, int n, int *out)
{
  const char *p = s;
  while (n-- > 0)
    *out += *p++;
}
void copied_pointer(const char *s, int n, int *out)
{
  const char *p = s;
  while (n-- > 0)
    *out += *p++;
}

/*@ behavior one: assumes n > 0; requires \separated(s, out); */
void only_sometimes_separated(const char *s, int n, int *out) { *out = *s + n; }

int no_reads_only(const int *i, const char *c) { return *i + *c; }
int no_one_type(int *a, int *b) { *a = 1; return *b; }
void no_literal(int *out) { const char *s = "abc"; *out = s[1]; }
unsigned no_fields(struct head *h) { h->tag = 1; return h->size; }
int no_locals(int n)
{
  char a[4] = { 0 };
  int i;
  for (i = 0; i < 4; i++)
    a[i] = (char)n;
  return a[0];
}

int *keep;
int no_own_local(char *c) { int x = 1; keep = &x; *c = 2; return x; }
int own_local(void) { int x = 1; char *c = (char *)&x; *c = 2; return x; }
int shared;
int *address(void) { return &shared; }
int global_in_memory(char *c) { shared = 1; *c = 2; return shared; }
void header_in_bytes(unsigned char *bytes)
{
  struct head *h = (struct head *)bytes;
  h->tag = 1;
  bytes[0] = 2;
}
