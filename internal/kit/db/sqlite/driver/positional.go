package driver

import "strconv"

// positional writes ? for $1, $2, $3 … where each appears once and in this order, else it returns the query as it is.
// SQLite keeps the names of numbered parameters in a list, which the driver searches from its beginning for each of
// them: binding the 3,000 values of a large insert took half of its time.
func positional(query string) string {
	text := make([]byte, 0, len(query))
	quoted, next := false, 1
	for i := 0; i < len(query); i++ {
		c := query[i]
		if c == '\'' {
			quoted = !quoted
		}
		if c != '$' || quoted {
			text = append(text, c)
			continue
		}
		end := i + 1
		for end < len(query) && query[end] >= '0' && query[end] <= '9' {
			end++
		}
		if query[i+1:end] != strconv.Itoa(next) {
			return query
		}
		text = append(text, '?')
		next++
		i = end - 1
	}
	return string(text)
}
