package intake

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
)

// requiredMark precedes the name of a missing property, because huma reports it at the place of the parent.
const requiredMark = "\x00"

func init() {
	validation.MsgExpectedRequiredProperty = requiredMark + "%s"
	validation.MsgExpectedString = "must be text"
	validation.MsgExpectedBoolean = "must be true or false"
	validation.MsgExpectedNumber = "must be a number"
	validation.MsgExpectedInteger = "must be a whole number"
	validation.MsgExpectedArray = "must be a list"
	validation.MsgExpectedObject = "must be an object"
	validation.MsgExpectedOneOf = "must be one of %s"
	// %v would write a limit of a million as 1e+06; 15 digits are exact in a float64.
	validation.MsgExpectedMinimumNumber = "must be at least %.15g"
	validation.MsgExpectedMaximumNumber = "must be at most %.15g"
	validation.MsgExpectedMinLength = "must have at least %d characters"
	validation.MsgExpectedMaxLength = "must have at most %d characters"
	validation.MsgExpectedMinItems = "must have at least %d entries"
	validation.MsgExpectedMaxItems = "must have at most %d entries"
	validation.MsgExpectedMinProperties = "must have at least %d members"
	validation.MsgExpectedMaxProperties = "must have at most %d members"
	validation.MsgExpectedBePattern = "must be %s"
	validation.MsgExpectedMatchPattern = "must match the pattern %s"
	validation.MsgExpectedRFC5322Email = "must be an e-mail address%.0v"
	validation.MsgExpectedRFC3339Date = "must be a date written YYYY-MM-DD"
	validation.MsgExpectedRFC3339DateTime = date.NotInstant
	validation.MsgExpectedArrayItemsUnique = "must not repeat an entry"
}

// isRequired is said of what is missing.
const isRequired = "is required"

// badField is what a detail of huma says, as the client knows the field: without "body." or "query." in front. huma's
// details echo what was sent, passwords too, so only their places and messages are taken over.
func badField(d *huma.ErrorDetail) errs.Field {
	_, field, _ := strings.Cut(d.Location, ".")
	if d.Location == "body" || field == "" {
		field = "body"
	}
	message := d.Message
	switch {
	case strings.HasPrefix(message, requiredMark):
		name := strings.TrimPrefix(message, requiredMark)
		if field == "body" {
			field = name
		} else {
			field += "." + name
		}
		message = isRequired
	case message == "must have at least 1 characters":
		message = "must not be empty"
	case message == "must have at least 1 entries":
		message = "must have at least one entry"
	}
	return errs.Field{Field: field, Message: message}
}
