// Package inside has the sections that measure in this process, without a network: most ask the whole handler of an
// installation that is opened here, a house. Each exported function measures a section and reports its figures.
package inside
