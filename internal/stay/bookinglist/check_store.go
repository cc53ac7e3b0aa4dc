package bookinglist

// Never is what the counts that the list takes its totals from must never hold.
var Never = counts.Never()
