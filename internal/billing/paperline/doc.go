// Package paperline prints charges as lines of a paper: one by one, or of many stays with like nights together.
//
// What always holds: lines that were put together come to the same, tax by tax, as the charges do one by one. Taxes are
// added up, never computed again.
package paperline
