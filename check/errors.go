package check

// InputError is a request that cannot be carried out as it is: the person who
// made it can mend it. No report exists then.
type InputError struct {
	Message string
	Advice  string // the next step; may be empty
}

func (e *InputError) Error() string { return e.Message }

// Hint is the next step, to be printed on its own line.
func (e *InputError) Hint() string { return e.Advice }
