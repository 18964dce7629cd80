package term

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a time that passes when the test says so.
type clock struct{ t time.Time }

func (c *clock) now() time.Time          { return c.t }
func (c *clock) advance(d time.Duration) { c.t = c.t.Add(d) }

func TestPlainLines(t *testing.T) {
	var out bytes.Buffer
	c := &clock{t: time.Unix(1000, 0)}
	p := newProgress(ProgressOptions{Out: &out, Now: c.now})

	p.Update(Phase{Name: "loading", Alone: true})
	c.advance(time.Second)
	p.Update(Phase{Name: "EVA", Text: "0 of 2 functions"})
	p.Update(Phase{Name: "proving", Text: "0 of 9 goals proved"})
	p.Update(Phase{Name: "EVA", Text: "1 of 2 functions", Detail: "f"})
	c.advance(9 * time.Second)
	p.tick() // too early for another line
	c.advance(time.Second)
	p.tick()
	p.tick() // nothing new for ten more seconds
	p.Update(Phase{Name: "EVA", Done: true})
	c.advance(10 * time.Second)
	p.tick()
	p.Update(Phase{Name: "judging", Alone: true})
	p.Note("fcv: warning: a\x1b[2Jb")

	want := `fcv: 0s  loading
fcv: 1s  EVA 0 of 2 functions
fcv: 1s  proving 0 of 9 goals proved
fcv: 11s  EVA 1 of 2 functions (f) | proving 0 of 9 goals proved
fcv: 21s  proving 0 of 9 goals proved
fcv: 21s  judging
fcv: warning: a [2Jb
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("plain output (-want +got):\n%s", diff)
	}
}

func TestLiveLine(t *testing.T) {
	var out bytes.Buffer
	c := &clock{t: time.Unix(1000, 0)}
	columns := 80
	p := newProgress(ProgressOptions{Out: &out, Live: true, Now: c.now, Width: func() int { return columns }})

	p.tick() // nothing to show yet
	p.Update(Phase{Name: "proving", Text: "3 of 9 goals proved", Detail: "push\nfront"})
	p.tick()
	p.tick() // nothing changed
	columns = 12
	c.advance(2 * time.Second)
	p.tick()
	p.Note("a line that is longer than the terminal")
	p.tick()
	go p.run()
	p.Close()
	p.Close()
	p.Update(Phase{Name: "late"})
	p.tick()

	want := erase + "0s  proving 3 of 9 goals proved (push front)" +
		erase + "2s  proving" +
		erase + "a line that is longer than the terminal\n" +
		erase + "2s  proving" +
		erase
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("live output (-want +got):\n%s", diff)
	}
}

func TestFitNeverReachesTheLastColumn(t *testing.T) {
	for _, columns := range []int{0, 1, 2, 5, 6, 7, 80} {
		if n := len([]rune(fit(strings.Repeat("é", 6), columns))); n > max(columns-1, 0) {
			t.Errorf("fit to %d columns kept %d", columns, n)
		}
	}
}
