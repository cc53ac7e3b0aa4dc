package sheets

import "sarai/internal/record/event"

// What is done with the organization's own key. No event tells what the key is.
var (
	keyMade = event.DefineChange[event.None]("settings.updated", "sheet-key-made", "organization", 1,
		"The organization has a key for its spreadsheet.")

	keyReplaced = event.DefineChange[event.None]("settings.updated", "sheet-key-replaced", "organization", 1,
		"The organization has another key for its spreadsheet. The one before has ended.")

	keyEnded = event.DefineChange[event.None]("settings.updated", "sheet-key-ended", "organization", 1,
		"The organization's key for its spreadsheet has ended.")
)
