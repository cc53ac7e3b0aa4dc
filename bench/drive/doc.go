// Package drive is what every section measures with: it builds the server and runs it in a process of its own, puts
// load on it, and reports figures beside their limits.
//
// Contestants race in turns, in a newly shuffled order each round, so that a disturbance of the machine affects all of
// them; the median of the rounds' ratios counts. Nothing here knows what is asked of a server.
package drive
