// Package shiftpaper prints the report of a shift. What is in it, and who may see it when, package till says.
package shiftpaper
