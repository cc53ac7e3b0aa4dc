// Package demo fills an empty database with a hotel to try Sarai on: an Indian heritage hotel with its people, its
// rooms, four months of bookings around today, and the money that they bring in and cost.
//
// Everything goes through the services that the API uses, at the time at which it would have happened, so that the
// audit log, the notifications and the figures tell the hotel's story. The same day always gives the same hotel, except
// for random ids. data.go and money_data.go describe the hotel, plan.go decides who comes when, and Fill makes it
// happen.
package demo
