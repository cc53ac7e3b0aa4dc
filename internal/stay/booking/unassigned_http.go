package booking

import (
	"context"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

const assignNote = "To a room of the booking that has none: the one with this entryId, else the first, of the room's " +
	"category if there is one. The prices stay. " + takeNote

type assignInput struct {
	Path
	DryRun
	Body struct {
		RoomID  web.ID `json:"roomId"`
		EntryID web.ID `json:"entryId,omitempty" doc:"As the booking's rooms show it"`
		Locked  *bool  `json:"locked,omitempty" doc:"auto-assign gives the party no other room. Default true"`
		ForceBody
	}
}

func (a api) httpAssign(ctx context.Context, sc scope.Scope, in *assignInput) (*web.Warned[RoomsView], error) {
	assign := Assign{EntryID: in.Body.EntryID.String(), RoomID: in.Body.RoomID.String(), Locked: isTrue(in.Body.Locked),
		Force: in.Body.Force}
	return changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, assign))
}

// isTrue is the given value, or true.
func isTrue(given *bool) bool { return given == nil || *given }

type unassignInput struct {
	Path
	DryRun
	Body struct {
		RoomID web.ID `json:"roomId"`
	}
}

func (a api) httpUnassign(ctx context.Context, sc scope.Scope, in *unassignInput) (*web.Warned[RoomsView], error) {
	return changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, Unassign{in.Body.RoomID.String()}))
}

type lockInput struct {
	Path
	Body struct {
		RoomID web.ID `json:"roomId"`
		Locked *bool  `json:"locked,omitempty" doc:"false unlocks. Default true"`
	}
}

func (a api) httpLock(ctx context.Context, sc scope.Scope, in *lockInput) (*web.Warned[RoomsView], error) {
	lock := RoomLock{RoomID: in.Body.RoomID.String(), Locked: isTrue(in.Body.Locked)}
	return changed(sc, roomsView)(a.apply(ctx, sc, in.Path, DryRun{}, lock))
}
