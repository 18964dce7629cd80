package cli

import (
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// Streams is everything a command may touch that is not in its arguments.
type Streams struct {
	In  io.Reader
	Out io.Writer // results, nothing else
	Err io.Writer // everything meant for people

	InTerminal  bool
	OutTerminal bool
	ErrTerminal bool
	ErrWidth    func() int // columns, 0: unknown

	Getenv func(string) string
	Now    func() time.Time
}

// OSStreams are the streams of this process.
func OSStreams() Streams {
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTerminal:  isTerminal(os.Stdin),
		OutTerminal: isTerminal(os.Stdout),
		ErrTerminal: isTerminal(os.Stderr),
		ErrWidth:    func() int { return width(os.Stderr) },
		Getenv:      os.Getenv,
		Now:         time.Now,
	}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

func width(f *os.File) int {
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// plain says that the environment asks for output without terminal control.
func (s Streams) plain() bool {
	return s.Getenv("NO_COLOR") != "" || s.Getenv("CI") != "" || s.Getenv("TERM") == "dumb"
}

// color decides whether a result on Out is coloured; mode is the value of
// --color.
func (s Streams) color(mode string, toFile bool) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	default:
		return s.OutTerminal && !toFile && !s.plain()
	}
}
