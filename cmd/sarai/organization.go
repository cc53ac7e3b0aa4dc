package main

import (
	"context"
	"fmt"

	"sarai/internal/app"
	"sarai/internal/identity/organization"
)

type createOrganizationCommand struct {
	Name     string `arg:"" help:"The hotel's name."`
	Email    string `arg:"" help:"Whom to invite as Administrator."`
	Timezone string `help:"IANA time zone." default:"Asia/Kolkata"`
	Currency string `help:"ISO 4217 code." default:"INR"`
}

func (c createOrganizationCommand) Run(ctx context.Context, s *Settings) error {
	return s.withApp(ctx, func(a *app.App) error {
		made, err := a.Organizations.CreateByOperator(ctx,
			organization.Profile{Name: c.Name, Email: c.Email, Timezone: c.Timezone, Currency: c.Currency})
		if err != nil {
			return err
		}
		fmt.Printf("%s is made (%s). An invitation for %s is in the outbox; the running server sends it.\n", made.Name,
			made.ID, c.Email)
		return nil
	})
}
