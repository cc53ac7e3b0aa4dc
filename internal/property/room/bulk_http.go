package room

import (
	"context"
	"fmt"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

type createManyInput struct {
	Body struct {
		Rooms []CreateBody `json:"rooms" minItems:"1" maxItems:"200"`
	}
}

func (b bulk) httpCreate(ctx context.Context, sc scope.Scope, in *createManyInput) (*web.Data[[]View], error) {
	list := make([]Room, len(in.Body.Rooms))
	for i, body := range in.Body.Rooms {
		var err error
		if list[i], err = body.room(sc); err != nil {
			return nil, errs.In(fmt.Sprintf("rooms[%d]", i), err)
		}
	}
	return web.Reply(b.create(ctx, sc, list))
}

type housekeepingOfInput struct {
	Body struct {
		RoomIDs      []web.ID `json:"roomIds" minItems:"1" maxItems:"200"`
		Housekeeping string   `json:"housekeeping" enum:"clean,dirty,inspected"`
	}
}

func (b bulk) httpHousekeeping(ctx context.Context, sc scope.Scope,
	in *housekeepingOfInput) (*web.Data[[]View], error) {
	ids := web.IDs(in.Body.RoomIDs)
	if err := web.CheckDistinct("roomIds", ids); err != nil {
		return nil, err
	}
	return web.Reply(b.setHousekeeping(ctx, sc, ids, in.Body.Housekeeping))
}
