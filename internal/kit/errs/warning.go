package errs

// Warning is something that somebody should look at, about what was done all the same. Its code is a fixed word for
// programs.
type Warning struct {
	Code    string `json:"code" example:"dirty-room"`
	Message string `json:"message" doc:"A sentence for people" example:"Room 101 is dirty."`
}

// Codes are those of the warnings.
func Codes(warnings []Warning) []string {
	codes := make([]string, len(warnings))
	for i, w := range warnings {
		codes[i] = w.Code
	}
	return codes
}
