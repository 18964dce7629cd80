/* UNPROVED: true (no two positive cubes add up to a cube), but far beyond the provers: they run into their limit. */
/*@ requires 0 < x <= 1000 && 0 < y <= 1000 && 0 < z <= 1000;
    terminates \true;
    assigns \nothing;
    ensures \result == 0; */
int is_cube_sum(int x, int y, int z)
{
  return x * x * x + y * y * y == z * z * z;
}
