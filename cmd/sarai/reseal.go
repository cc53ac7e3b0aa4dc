package main

import (
	"context"
	"fmt"

	"sarai/internal/app"
)

type resealCommand struct{}

// Help is the long text of `sarai reseal --help`.
func (resealCommand) Help() string {
	return `Put a new token key before the others, restart the server, and run this, also
while the server works. Afterwards nothing of a guest needs the older keys.
It can be repeated, and goes on where an interrupted one has stopped.`
}

func (resealCommand) Run(ctx context.Context, s *Settings) error {
	return s.withApp(ctx, func(a *app.App) error {
		if err := a.Reseal(ctx); err != nil {
			return fmt.Errorf("encrypt guests' documents anew: %w", err)
		}
		fmt.Println("Guests' documents are encrypted with the first of the token keys.")
		return nil
	})
}
