// Package admit keeps what many want at once within bounds. Its mechanisms know nothing of what they bound; this page
// says who waits for what. All counts are in this process's memory, so each node's own.
//
// # Who is counted, and sent away
//
// A Counter counts requests by a key within a window that slides. Nobody waits.
//
//   - Requests to the API, by session behind an address, or by address without a genuine token: SARAI_RATE_LIMIT, 300 a
//     minute. All sessions of an address together have 20 times that. 429, with X-RateLimit-… and Retry-After
//     (kit/web/limit.go).
//   - Sign-ups, by address: 30 a minute. 429 with Retry-After (web.Route.Seldom).
//   - Bookings, holds and accepted quotes, by organization: SARAI_BOOKING_LIMIT, off. 429 with Retry-After
//     (web.Route.Costly).
//
// # What has only so much room at the same time
//
// A Room holds what is there, with its weight, by a key. What doesn't fit is sent away.
//
//   - Bodies that arrive, by address: 64, with 48 MiB in all. 429, Retry-After 1. One that takes too long (15 to 30 s
//     for JSON, 90 s for a file) is a 400 (kit/web/intake/arrival.go).
//   - Pictures that are to be decoded, by organization: 80 million pixels, and 208 million of all. 503, Retry-After 3.
//     What is in the room is decoded one after the other; each organization has one in front at most, and waits for as
//     long as that takes (kit/picture/turns.go).
//
// # Who waits in a line
//
// Places have a line of a bounded length.
//
//   - Passwords that are hashed: one at a time a core, and 64 for each core wait, two seconds at most. Beyond that 429,
//     Retry-After 5 (identity/password/hasher.go).
//   - Attempts at passwords and codes that are delayed (below): 256 wait, each for its delay, without holding a core.
//     Beyond that 429 (identity/attempt).
//
// Fair has a line for each organization.
//
//   - Large requests of an organization, and the twenty after each: half as many as there are processors at a time,
//     while another organization is there. The others wait for 15 s, then 503, Retry-After 1; where rates are limited,
//     64 wait, then 429, Retry-After 1 (kit/web/limit.go).
//
// # What looks alike, and isn't
//
//   - Failed sign-ins, wrong codes, and requests for reset mails: identity/attempt counts single instants, since one
//     that succeeds is taken back. It delays by e-mail address, by up to 2 s, and wrong codes of a login in a line by
//     up to 15 s; it refuses by client address (429) until attempts are a quarter of an hour old and no longer count.
//   - Mails of a day: kit/mail counts in the database, so that all nodes count together. 429 until midnight UTC. A node
//     sends four at a time, and organizations take turns.
//   - Writes to the database: those of an organization queue behind each other, and the queues take turns, on
//     PostgreSQL for connections (kit/db/turns.go), on SQLite for a place in a batch, where who is next depends on
//     what is in it. They wait until the deadline, SARAI_DATABASE_DEADLINE, and 5 s for PostgreSQL to give a
//     connection; then 503.
//   - Live connections: 10,000 in all, then 503, Retry-After 5; 50 of a user, then they are refused. Of 100 of an
//     address that nobody has signed in on, not the newest goes but the oldest (kit/socketio).
//   - Look-ups of GSTINs: who asks for the same one shares the answer, and after failures nobody asks for a while
//     (record/gst).
//   - How much there may be, such as an organization's rooms or the bytes of its files: that is no throttling, and a
//     400 of the package that has them.
//
// SARAI_RATE_LIMIT=off switches off the Counters, the bounds of bodies and of lines of large requests, identity/attempt
// and the limits of mails. What protects memory and processors stays.
package admit
