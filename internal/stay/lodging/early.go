package lodging

import (
	"fmt"

	"sarai/internal/kit/date"
)

// MostEarly is how many nights before their stay rooms are kept for guests who come early.
const MostEarly = 3

// EarlyWords says how early the guests are, and what became of the nights until their stay.
func EarlyWords(nights int, checkIn date.Date, missed int) string {
	early := fmt.Sprintf("The stay begins on %s: the guest is %d nights early.", checkIn.Text(), nights)
	if nights == 1 {
		early = fmt.Sprintf("The stay begins on %s: the guest is a night early.", checkIn.Text())
	}
	switch {
	case nights > MostEarly:
		return early + " No night before it is held."
	case missed > 0:
		return early + " Not every night until then is free; those that are, are held and not charged."
	}
	return early + " The rooms are held until then, and not charged."
}
