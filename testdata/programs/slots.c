/* RIGHT: a static buffer and its index, kept in range by a remainder. */
#define SIZE 16

static int slots[SIZE];
static int next;

/*@ requires 0 <= next < SIZE;
    terminates \true;
    assigns next, slots[next];
    ensures next == (\old(next) + 1) % SIZE;
    ensures slots[\old(next)] == v; */
void put(int v)
{
  slots[next] = v;
  next = (next + 1) % SIZE;
}

int main(void)
{
  put(1);
  put(2);
  return next - 2;
}
