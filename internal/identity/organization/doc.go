// Package organization is the tenant: a hotel's profile, how one comes to be, and how it ends.
//
// The profile is what the hotel says about itself; an organization is a profile with an id. Sign-up is
// POST /api/organization/create; its mode (first, open, closed) says who may use it. The operator makes organizations
// with the command line in every mode.
//
// What always holds:
//   - A profile is valid: it has an e-mail address, a known currency and time zone, times of day, and a GSTIN and PAN
//     of the right shape, if any.
//   - The currency stays once money is recorded in it: every stored amount is a count of its minor unit.
//   - With mode first, at most one sign-up succeeds, however many arrive at once: each counts on the one row of the
//     table installation.
//   - A deleted organization keeps its rows, and no lookup finds it.
//   - Where a profile asks for a second factor, members without one are refused (Bars, ErrBarred) wherever the caller's
//     membership is looked up, whenever their tokens were issued. Who asks for it has one.
//   - Whoever changes an organization's members takes LockMembers first, so that rules over all of them (the last
//     Administrator, one open invitation for each address) are checked one change at a time.
//
// What a new organization needs from packages above (roles, series, its first Administrator) is connected by
// Hooks.OnCreate; it happens in the same transaction.
package organization
