package db

import "strings"

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// EscapeLike escapes text for use in a LIKE pattern with ESCAPE '\'.
func EscapeLike(text string) string { return likeEscapes.Replace(text) }
