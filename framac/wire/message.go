package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// CommandKind is what a client asks for.
type CommandKind string

// The commands. Poll and Shutdown are bare strings on the wire and carry
// nothing else.
const (
	Get      CommandKind = "GET"
	Set      CommandKind = "SET"
	Exec     CommandKind = "EXEC"
	Kill     CommandKind = "KILL"
	SigOn    CommandKind = "SIGON"
	SigOff   CommandKind = "SIGOFF"
	Poll     CommandKind = "POLL"
	Shutdown CommandKind = "SHUTDOWN"
)

// Command is one message from client to server.
type Command struct {
	Kind    CommandKind
	ID      string          // of the request, or the signal's name; unused by Poll and Shutdown
	Request string          // Get, Set and Exec only
	Data    json.RawMessage // Get, Set and Exec only; nil is sent as null
}

type command struct {
	Cmd     CommandKind     `json:"cmd"`
	ID      json.RawMessage `json:"id"`
	Request string          `json:"request,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Encode returns the JSON of c, without frame. A command the server would
// drop without a reply (no id, no request, data that is no JSON) is an error.
func (c Command) Encode() ([]byte, error) {
	out := command{Cmd: c.Kind}
	switch c.Kind {
	case Poll, Shutdown:
		return json.Marshal(string(c.Kind))
	case Get, Set, Exec:
		if c.Request == "" {
			return nil, fmt.Errorf("encoding %s: no request name", c.Kind)
		}
		data := c.Data
		if len(data) == 0 {
			data = json.RawMessage("null")
		}
		if !json.Valid(data) {
			return nil, fmt.Errorf("encoding %s %s: data is not JSON", c.Kind, c.Request)
		}
		out.Request, out.Data = c.Request, data
	case Kill, SigOn, SigOff:
	default:
		return nil, fmt.Errorf("encoding a command: unknown kind %q", c.Kind)
	}
	if c.ID == "" {
		return nil, fmt.Errorf("encoding %s: no id", c.Kind)
	}
	id, err := json.Marshal(c.ID)
	if err != nil {
		return nil, err
	}
	out.ID = id
	return json.Marshal(out)
}

// DecodeCommand is the inverse of Encode, for servers.
func DecodeCommand(b []byte) (Command, error) {
	if name, ok := bareString(b); ok {
		switch k := CommandKind(name); k {
		case Poll, Shutdown:
			return Command{Kind: k}, nil
		}
		return Command{}, fmt.Errorf("decoding a command: unknown %q", name)
	}
	var in command
	if err := json.Unmarshal(b, &in); err != nil {
		return Command{}, fmt.Errorf("decoding a command: %w", err)
	}
	c := Command{Kind: in.Cmd, Request: in.Request}
	if absent(in.ID) {
		return Command{}, errors.New("decoding a command: no id")
	}
	c.ID = idText(in.ID)
	switch c.Kind {
	case Get, Set, Exec:
		if c.Request == "" {
			return Command{}, fmt.Errorf("decoding %s: no request name", c.Kind)
		}
		c.Data = in.Data
	case Kill, SigOn, SigOff:
	default:
		return Command{}, fmt.Errorf("decoding a command: unknown kind %q", c.Kind)
	}
	return c, nil
}

// ReplyKind is what a server says.
type ReplyKind string

// The replies. CmdLineOn and CmdLineOff are bare strings on the wire.
const (
	Data       ReplyKind = "DATA"
	Error      ReplyKind = "ERROR"
	Rejected   ReplyKind = "REJECTED"
	Killed     ReplyKind = "KILLED"
	Signal     ReplyKind = "SIGNAL"
	CmdLineOn  ReplyKind = "CMDLINEON"
	CmdLineOff ReplyKind = "CMDLINEOFF"
)

// Final says that no further reply to the same request is due.
func (k ReplyKind) Final() bool {
	switch k {
	case Data, Error, Rejected, Killed:
		return true
	}
	return false
}

// Reply is one message from server to client.
type Reply struct {
	Kind    ReplyKind
	ID      string          // of the request, or the signal's name; empty for CmdLineOn and CmdLineOff
	Data    json.RawMessage // Data only; valid JSON, see Sanitize
	Message string          // Error only
}

type reply struct {
	Res  ReplyKind       `json:"res"`
	ID   json.RawMessage `json:"id"`
	Data json.RawMessage `json:"data,omitempty"`
	Msg  string          `json:"msg,omitempty"`
}

// DecodeReply reads one reply. The body goes through Sanitize first, so that
// NaN or a byte that is no UTF-8 in one value does not cost the whole answer.
func DecodeReply(b []byte) (Reply, error) {
	b = Sanitize(b)
	if name, ok := bareString(b); ok {
		switch k := ReplyKind(name); k {
		case CmdLineOn, CmdLineOff:
			return Reply{Kind: k}, nil
		}
		return Reply{}, fmt.Errorf("decoding a reply: unknown %q", name)
	}
	var in reply
	if err := json.Unmarshal(b, &in); err != nil {
		return Reply{}, fmt.Errorf("decoding a reply: %w", err)
	}
	r := Reply{Kind: in.Res}
	switch r.Kind {
	case Data, Error, Rejected, Killed, Signal:
	default:
		return Reply{}, fmt.Errorf("decoding a reply: unknown kind %q", r.Kind)
	}
	if absent(in.ID) {
		return Reply{}, fmt.Errorf("decoding a reply: %s without id", r.Kind)
	}
	r.ID = idText(in.ID)
	switch r.Kind {
	case Data:
		r.Data = in.Data
		if len(r.Data) == 0 {
			r.Data = json.RawMessage("null")
		}
	case Error:
		r.Message = in.Msg
	}
	return r, nil
}

// Encode is the inverse of DecodeReply, for servers.
func (r Reply) Encode() ([]byte, error) {
	switch r.Kind {
	case CmdLineOn, CmdLineOff:
		return json.Marshal(string(r.Kind))
	case Data, Error, Rejected, Killed, Signal:
	default:
		return nil, fmt.Errorf("encoding a reply: unknown kind %q", r.Kind)
	}
	id, err := json.Marshal(r.ID)
	if err != nil {
		return nil, err
	}
	out := reply{Res: r.Kind, ID: id, Msg: r.Message}
	if r.Kind == Data {
		out.Data = r.Data
		if len(out.Data) == 0 {
			out.Data = json.RawMessage("null")
		}
	}
	return json.Marshal(out)
}

// absent says that a field is missing or null.
func absent(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || string(raw) == "null"
}

// bareString says whether b is a JSON string, and which.
func bareString(b []byte) (string, bool) {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || b[0] != '"' {
		return "", false
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return "", false
	}
	return s, true
}

// idText makes one string of an id: a JSON string is unquoted, anything else
// is its own text. Ids are compared as such strings.
func idText(raw json.RawMessage) string {
	if s, ok := bareString(raw); ok {
		return s
	}
	return string(bytes.TrimSpace(raw))
}
