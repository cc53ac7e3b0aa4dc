package db

// Beside is a condition that chooses no index: it is asked of what other conditions find, or along the order's index.
func Beside(condition string) string { return "(" + condition + ") IS TRUE" }
