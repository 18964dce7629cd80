/* Keeps every prover busy until its limit. */
/*@ requires 0 < x < 1000 && 0 < y < 1000 && 0 < z < 1000;
    assigns \nothing;
    ensures x*x*x + y*y*y != z*z*z; */
int hard(int x, int y, int z) { return 0; }

/* Needs a prover, but not for long. */
/*@ requires 0 <= x < 100 && 0 <= y < 100;
    assigns \nothing;
    ensures x > y && y > 3 ==> \result > 7; */
int easy(int x, int y) { return x + y; }
