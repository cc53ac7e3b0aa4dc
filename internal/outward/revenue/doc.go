// Package revenue says what a hotel has earned, divided by departments, taxes, categories, plans, sources, companies,
// nationalities, days or months, what sources and companies have produced, and where guests came from. It writes
// nothing.
//
// What always holds: revenue is the accrual profit and loss's. So the rows of any division of any days add up to its
// rooms, other and direct revenue, to the last minor unit. A line of a folio counts on the business day on which it was
// posted; a reversal, and what a credit note takes off, where the line does that they take back.
//
// The meaning of each figure is in Definitions, which the answers show.
package revenue
