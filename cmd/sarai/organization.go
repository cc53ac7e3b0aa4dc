package main

import (
	"context"
	"flag"
	"fmt"

	"sarai/internal/app"
	"sarai/internal/identity/organization"
	"sarai/internal/record/hotel"
)

type createOrganizationCommand struct{ Name, Email, Timezone, Currency string }

func (c *createOrganizationCommand) flags(f *flag.FlagSet) {
	f.StringVar(&c.Timezone, "timezone", "Asia/Kolkata", "IANA time zone.")
	f.StringVar(&c.Currency, "currency", "INR", "ISO 4217 code.")
}

func (c createOrganizationCommand) Run(ctx context.Context, s *Settings) error {
	return s.withApp(ctx, func(a *app.App) error {
		made, err := a.Organizations.CreateByOperator(ctx,
			organization.Details{Profile: organization.Profile{Name: c.Name, Email: c.Email, Currency: c.Currency},
				Hotel: hotel.Hotel{Timezone: c.Timezone}})
		if err != nil {
			return err
		}
		fmt.Printf("%s is made (%s). An invitation for %s is in the outbox; the running server sends it.\n", made.Name,
			made.ID, c.Email)
		return nil
	})
}
