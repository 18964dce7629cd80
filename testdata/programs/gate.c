/* RIGHT: a coin unlocks the gate, a push locks it again, and coins counts the coins. */
enum state { LOCKED, UNLOCKED };
enum event { COIN, PUSH };

struct gate {
  enum state state;
  unsigned coins;
};

/*@ requires \valid(g);
    requires g->state == LOCKED || g->state == UNLOCKED;
    requires g->coins < 1000000;
    requires e == COIN || e == PUSH;
    terminates \true;
    assigns g->state, g->coins;
    ensures e == COIN ==> g->state == UNLOCKED && g->coins == \old(g->coins) + 1;
    ensures e == PUSH ==> g->state == LOCKED && g->coins == \old(g->coins); */
void gate_step(struct gate *g, enum event e)
{
  switch (e) {
  case COIN:
    g->state = UNLOCKED;
    g->coins = g->coins + 1;
    break;
  case PUSH:
    g->state = LOCKED;
    break;
  }
}

/*@ terminates \true; assigns \nothing; ensures \result == 1; */
int main(void)
{
  struct gate g = { LOCKED, 0 };
  gate_step(&g, COIN);
  gate_step(&g, PUSH);
  return (int)g.coins;
}
