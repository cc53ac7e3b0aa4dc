package db

import "strings"

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// EscapeLike makes text stand for itself in a LIKE pattern that ends with ESCAPE '\'.
func EscapeLike(text string) string { return likeEscapes.Replace(text) }
