/* RIGHT: transposes in place; no main. */
/*@ requires \valid(m + (0 .. 2));
    terminates \true;
    assigns m[0 .. 2][0 .. 2];
    ensures \forall integer i, j; 0 <= i < 3 && 0 <= j < 3 ==> m[i][j] == \old(m[j][i]); */
void transpose(int m[3][3])
{
  int t;
  t = m[0][1];
  m[0][1] = m[1][0];
  m[1][0] = t;
  t = m[0][2];
  m[0][2] = m[2][0];
  m[2][0] = t;
  t = m[1][2];
  m[1][2] = m[2][1];
  m[2][1] = t;
}
