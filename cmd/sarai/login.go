package main

import (
	"context"
	"fmt"

	"sarai/internal/app"
)

type removeFactorCommand struct{ Email string }

func (c removeFactorCommand) Run(ctx context.Context, s *Settings) error {
	return s.withApp(ctx, func(a *app.App) error {
		if err := a.Auth.RemoveFactor(ctx, c.Email); err != nil {
			return err
		}
		fmt.Printf("%s signs in with the password alone now, and is signed out everywhere.\n", c.Email)
		return nil
	})
}
