/* Contracts. A function named loose_* has a location or a result that its
   contract leaves free, the others have none. */
struct pair { int a; int b; };
int g;
int *gp;

/*@ predicate zero{L}(int *p) = *p == 0;
    predicate both{L}(struct pair *s) = s->a == 0 && zero(&s->b);
    predicate kept{K,L}(int *p) = \at(*p, K) == \at(*p, L);
    logic integer at{L}(int *p, integer i) = p[i];
    predicate status(integer r) = 0 <= r <= 2;
    axiomatic Opaque { predicate opaque{L}(int *p) reads *p; }
*/

/*@ assigns *p; ensures zero(p); */
void by_predicate(int *p) { *p = 0; }
/*@ assigns s->a, s->b; ensures both(s); */
void nested(struct pair *s) { s->a = 0; s->b = 0; }
/*@ assigns *p; ensures kept{Pre,Post}(p); */
void by_label(int *p) { }
/*@ assigns *p; ensures opaque(p); */
void by_reads(int *p) { }
/*@ assigns p[0 .. 3]; ensures \forall integer i; 0 <= i < 4 ==> at(p, i) == 0; */
void by_function(int *p) { p[0] = p[1] = p[2] = p[3] = 0; }
/*@ assigns *s; ensures s->a == 1; */
void part(struct pair *s) { s->a = 1; }
/*@ assigns s->a; ensures *s == *t; */
void whole(struct pair *s, struct pair *t) { s->a = t->a; }
/*@ assigns g; behavior b: assumes g > 0; ensures g == 1; */
void in_behavior(void) { if (g > 0) g = 1; }

/*@ assigns *p, g; ensures g == 0; */
void loose_other(int *p) { g = 0; }
/*@ assigns *p; ensures p != (void *)0 && \valid(p); */
void loose_pointer(int *p) { *p = 1; }
/*@ assigns g; ensures \old(g) >= 0; */
void loose_before(void) { }
/*@ assigns *p; ensures kept{Pre,Pre}(p); */
void loose_label(int *p) { }
/*@ assigns s->a, s->b; ensures zero(&s->b); */
void loose_field(struct pair *s) { s->b = 0; }
/*@ assigns *gp; ensures gp == \old(gp); */
void loose_target(void) { *gp = 1; }

/*@ assigns \nothing; ensures 0 <= \result <= 1; */
int loose_flag(int x) { return x > 0; }
/*@ assigns \nothing; ensures status(\result); */
int loose_status(int x) { return x > 0; }
/*@ assigns \nothing; ensures status(\result); ensures \result == 1 ==> x > 0; */
int loose_rest(int x) { return x > 0; }
/*@ assigns \nothing; ensures \result == 0 || \result == 7; */
int loose_two(int x) { return x > 0 ? 7 : 0; }
/*@ assigns \nothing; ensures \result <= 1; */
unsigned loose_unsigned(int x) { return x > 0; }
/*@ assigns \nothing; ensures -2147483648 <= \result <= 2147483647; */
int loose_all(int x) { return x; }
/*@ assigns \nothing; ensures 0 <= \result <= 255; */
unsigned char loose_byte(int x) { return (unsigned char)x; }
/*@ assigns \nothing; behavior pos: assumes x > 0; ensures \result == 1; */
int loose_behavior(int x) { return x > 0; }

/*@ assigns \nothing; ensures 0 <= \result <= 1; ensures \result == 1 <==> x > 0; */
int flag(int x) { return x > 0; }
/*@ assigns \nothing; ensures 0 <= \result <= 1; ensures \result == 1 ==> x > 0; */
int half_flag(int x) { return x > 0; }
/*@ assigns \nothing; ensures 0 <= \result <= 1; ensures x > 0 ? \result == 1 : \result == 0; */
int choice(int x) { return x > 0; }
/*@ assigns \nothing; ensures status(\result);
    behavior pos: assumes x > 0; ensures \result == 2;
    behavior rest: assumes x <= 0; ensures \result == 1;
    complete behaviors; */
int cases(int x) { return x > 0 ? 2 : 1; }
/*@ assigns \nothing; ensures 0 <= \result < n; */
int below(int n) { return n - 1; }
/*@ assigns \nothing; ensures 0 <= \result <= 500; */
int wide(int x) { return 3; }
/*@ assigns \nothing; ensures \result == 3; */
int constant(void) { return 3; }
/*@ assigns \nothing; ensures \result == \null || \valid(\result); */
int *pointer(void) { return 0; }

/*@ assigns \nothing; ensures 0 <= \result <= 1; */
static int driver(void) { return g > 0; }
int main(void) { return driver(); }
