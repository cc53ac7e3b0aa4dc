package web

// Warned is the envelope of a successful answer with a value that has something to be warned of.
type Warned[T any] struct {
	Success  bool      `json:"success" doc:"Always true"`
	Data     T         `json:"data"`
	Message  string    `json:"message,omitempty" doc:"A sentence for people"`
	Warnings []Warning `json:"warnings,omitempty" doc:"What was done, but is better looked at"`
}

// Warning is something that is better looked at. Its code doesn't change with its words.
type Warning struct {
	Code    string `json:"code" example:"late-credit"`
	Message string `json:"message" doc:"A sentence for people"`
}
