package event

import (
	"encoding/json"
	"fmt"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Event is one thing that happened in an organization. A type's Of makes it.
type Event struct {
	*Type
	ResourceID string
	// Details are what the type tells of it, as a JSON object: what the audit log keeps. nil: nothing.
	Details json.RawMessage
	Notice  *Notice // nil notifies no one
	// Touched are the ids of other records that changed with it, by their resource types: of a payment, the bookings and
	// invoices that it pays. "housekeeping" stands for what is to be cleaned in rooms.
	Touched map[string][]string

	details any // what Details are made of; Typed.In returns it
}

// Notice is the notification that an event makes for everyone in the organization. It refers to the event's resource.
type Notice struct {
	Type    NoticeType
	Title   string
	Message string
	To      []string // ids of the members who are told; nil: everyone
	// Unreachable says that the guest has given no e-mail address, so that no letter is queued.
	Unreachable bool
}

// Listener reacts to an event inside the publisher's transaction. Its error undoes everything.
type Listener func(tx *db.Tx, sc scope.Scope, e Event) error

// Bus hands events to listeners. Call Listen while the program is put together and Publish afterwards; from then on a
// Bus is safe for concurrent use.
type Bus struct {
	listeners []Listener
}

// NewBus returns a bus without listeners.
func NewBus() *Bus { return &Bus{} }

// Listen adds a listener. Listeners run in the order in which they were added.
func (b *Bus) Listen(listener Listener) { b.listeners = append(b.listeners, listener) }

// Publish calls every listener at once, in tx. It stops at the first error, which the caller returns from its
// transaction, so that nothing of it is stored. It panics if the event or its notice has no type.
func (b *Bus) Publish(tx *db.Tx, sc scope.Scope, e Event) error {
	if !e.Type.isDefined() {
		panic("an event without a type")
	}
	if e.Notice != nil && e.Notice.Type.IsZero() {
		panic("event " + e.Action + " has a notice without a type")
	}
	for _, listener := range b.listeners {
		if err := listener(tx, sc, e); err != nil {
			return fmt.Errorf("event %s: %w", e.Action, err)
		}
	}
	return nil
}
