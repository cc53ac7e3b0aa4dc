// Package forecast says how many rooms are going to be occupied: what is on the books for each coming night, what came
// in after the same lead time for the nights of the same season and weekday of the years before, and how far the same
// method was off in the past weeks. It writes nothing.
//
// Words: the lead time of a night is how many days are left until it. Its reference nights are those 364 and 728 days
// before it, and the same weekday of the weeks beside those. Pick-up is what a night had in the end, less what was on
// the books for it: it is below nothing where more was cancelled than came.
//
// What always holds:
//   - Nothing is used that wasn't known at the moment of the forecast: reference nights are over by then. So the error
//     of a lead time is that of forecasts as they would have been made.
//   - Stays count as they were changed last, as in the pace of package analytics: what they were before isn't kept.
package forecast
