package check

import (
	"context"
	"slices"

	"fcv/framac"
)

// collectMessages puts together what the processes said, each message once.
func (r *run) collectMessages(ctx context.Context, sessions ...*analyst) {
	e := &r.evidence
	e.MessagesRead = true
	seen := map[string]bool{}
	for _, s := range sessions {
		if s == nil {
			continue
		}
		messages, _, dropped, err := s.Messages(ctx, 0)
		if err != nil {
			e.MessagesRead = false
			continue
		}
		e.MessagesTruncated = e.MessagesTruncated || dropped > 0
		for _, m := range messages {
			id := messageID(m)
			if worthKeeping(m) && !seen[id] {
				seen[id] = true
				e.Messages = append(e.Messages, m)
			}
		}
	}
}

// worthKeeping leaves out progress and results, which the tables tell better.
// An unknown kind is kept.
func worthKeeping(m framac.Message) bool {
	return !slices.Contains([]string{"result", "feedback", "debug"}, m.Kind)
}

func messageID(m framac.Message) string {
	id := m.Kind + "\x00" + m.Plugin + "\x00" + m.Category + "\x00" + m.Message
	if m.Source != nil {
		id += "\x00" + m.Source.File + "\x00" + itoa(m.Source.Line) + "\x00" + itoa(m.Source.Column)
	}
	return id
}
