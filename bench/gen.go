package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// The generated program has n workers: each has one loop over its own row of a
// global array, counts its runs in a global, and every second one calls the
// worker before it. A tree of functions with at most fanOut calls each leads
// from main to all of them: WP's effort grows steeply with the number of calls
// in one function. Everything is proved by Z3 and CVC4 in well under 5 s a
// goal, and the text depends on n alone.
const (
	fanOut  = 8
	rowSize = 16
	maxRuns = 1_000_000 // that the contracts let the counter reach
)

// maxWorkers keeps what one run of all of them adds below maxRuns.
const maxWorkers = 100_000

// generate writes the program of n workers.
func generate(w io.Writer, n int) error {
	if n < 1 || n > maxWorkers {
		return fmt.Errorf("generating a program of %d functions: want 1 to %d", n, maxWorkers)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "/* RIGHT: %d generated functions, each of which fills its own row of the table. */\n", n)
	fmt.Fprintf(out, "#define ROWS %d\n#define SIZE %d\n\nint table[ROWS][SIZE];\nint runs;\n", n, rowSize)
	level := make([]node, n)
	for i := range n {
		level[i] = worker(out, i)
	}
	for depth := 0; len(level) > 1; depth++ {
		level = join(out, level, depth)
	}
	top := level[0]
	fmt.Fprintf(out, `
/*@ terminates \true;
    assigns table[0 .. ROWS - 1][0 .. SIZE - 1], runs;
    ensures runs == %d; */
int main(void)
{
  runs = 0;
  %s(SIZE, 3);
  return 0;
}
`, top.runs, top.name)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing the generated program: %w", err)
	}
	return nil
}

func generateFile(path string, n int) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("writing the generated program: %w", err)
	}
	if err := generate(f, n); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// node is a function of the generated program.
type node struct {
	name  string
	first int // rows it may write
	last  int
	runs  int // what a call adds to runs
}

const contract = `
/*@ requires 0 <= n <= SIZE;
    requires -1000 <= v <= 1000;
    requires 0 <= runs <= %d;
    terminates \true;
    assigns table[%d .. %d][0 .. SIZE - 1], runs;
    ensures runs == \old(runs) + %d;
`

// worker writes worker i; an odd one calls the even one before it.
func worker(w io.Writer, i int) node {
	f := node{name: fmt.Sprintf("fill_%d", i), first: i, last: i, runs: 1}
	if i%2 == 1 {
		f.first, f.runs = i-1, 2
	}
	fmt.Fprintf(w, contract, maxRuns-f.runs, f.first, f.last, f.runs)
	fmt.Fprintf(w, `    ensures \forall integer k; 0 <= k < n ==> table[%d][k] == v + %d;
    ensures \forall integer k; n <= k < SIZE ==> table[%d][k] == \old(table[%d][k]); */
void %s(int n, int v)
{
  int i;
`, i, i, i, i, f.name)
	if i%2 == 1 {
		fmt.Fprintf(w, "  fill_%d(n, v);\n", i-1)
	}
	fmt.Fprintf(w, `  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> table[%d][k] == v + %d;
      loop assigns i, table[%d][0 .. n - 1];
      loop variant n - i; */
  for (i = 0; i < n; i++)
    table[%d][i] = v + %d;
  runs = runs + 1;
}
`, i, i, i, i, i)
	return f
}

// join writes one function for each fanOut nodes of a level and returns them.
// Workers in pairs overlap: the even ones are called twice, which the count of
// runs says.
func join(w io.Writer, level []node, depth int) []node {
	var next []node
	for lo := 0; lo < len(level); lo += fanOut {
		group := level[lo:min(lo+fanOut, len(level))]
		g := node{
			name:  fmt.Sprintf("group_%d_%d", depth, lo/fanOut),
			first: group[0].first, last: group[len(group)-1].last,
		}
		for _, f := range group {
			g.runs += f.runs
		}
		fmt.Fprintf(w, contract, maxRuns-g.runs, g.first, g.last, g.runs)
		fmt.Fprintf(w, "    ensures \\forall integer k; 0 <= k < n ==> table[%d][k] == v + %d; */\nvoid %s(int n, int v)\n{\n",
			g.last, g.last, g.name)
		for _, f := range group {
			fmt.Fprintf(w, "  %s(n, v);\n", f.name)
		}
		fmt.Fprintln(w, "}")
		next = append(next, g)
	}
	return next
}
