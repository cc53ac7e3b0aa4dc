package event_test

import (
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

func TestNoticeTypesHaveWordsOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range event.NoticeTypes() {
		if kind.IsZero() || kind.String() == "" || seen[kind.String()] {
			t.Errorf("%q", kind)
		}
		seen[kind.String()] = true
	}
	if len(seen) == 0 {
		t.Error("there are none")
	}
}

func TestNobodyPublishesANoticeWithoutAType(t *testing.T) {
	bus, heard := event.NewBus(), 0
	bus.Listen(func(*db.Tx, scope.Scope, event.Event) error { heard++; return nil })
	e := roomPainted.Of("r1", painted{})
	e.Notice = &event.Notice{Type: event.BookingCreated}
	if err := bus.Publish(nil, scope.Scope{}, e); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil || heard != 1 {
			t.Errorf("it was heard %d times, want once", heard)
		}
	}()
	e.Notice = &event.Notice{}
	_ = bus.Publish(nil, scope.Scope{}, e)
}
