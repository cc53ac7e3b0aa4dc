package db

import (
	"reflect"
	"strings"
)

// Conditions collects what narrows a list, to follow a WHERE clause whose parameters come first:
//
//	c := db.Where(sc.Org)
//	c.Given("i.status = ?", f.status)
//	c.Contains(f.search, "i.search_text")
//	conditions, args := c.SQL()
//	… `SELECT … FROM invoices i WHERE i.org_id = $1`+conditions, args...
//
// A ? stands for a condition's value. Values of named strings and ints are stored as what they are.
type Conditions struct {
	text strings.Builder
	args []any
}

// Where begins the conditions that follow a WHERE clause with these parameters.
func Where(args ...any) *Conditions { return &Conditions{args: args} }

// And adds a condition. Each ? stands for the next of the values, the last value for all that are left.
func (c *Conditions) And(condition string, values ...any) {
	c.text.WriteString(" AND ")
	for n, part := range strings.Split(condition, "?") {
		if n > 0 {
			c.text.WriteString(Placeholders(len(c.args)+min(n, len(values)), 1))
		}
		c.text.WriteString(part)
	}
	for _, value := range values {
		c.args = append(c.args, Stored(reflect.ValueOf(value)))
	}
}

// Given is And for a value that doesn't narrow the list when it is empty: "", 0, false or a nil pointer.
func (c *Conditions) Given(condition string, value any) {
	if !reflect.ValueOf(value).IsZero() {
		c.And(condition, value)
	}
}

// Contains adds that one of the columns, whose texts are in lower case, contains the text, whatever its case. An empty
// text doesn't narrow the list.
func (c *Conditions) Contains(text string, columns ...string) {
	if text != "" {
		condition := strings.Join(columns, ` LIKE ? ESCAPE '\' OR `) + ` LIKE ? ESCAPE '\'`
		c.And("("+condition+")", "%"+EscapeLike(strings.ToLower(text))+"%")
	}
}

// SQL returns the conditions, each with AND before it, and all arguments, those of Where included.
func (c *Conditions) SQL() (conditions string, args []any) { return c.text.String(), c.args }

// Stored is the value of a type that is no driver.Valuer as drivers take it: both engines' drivers refuse or slow down
// on named types.
func Stored(value reflect.Value) any {
	switch value.Kind() {
	case reflect.String:
		return value.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return value.Int()
	case reflect.Bool:
		return value.Bool()
	case reflect.Pointer:
		if value.IsNil() {
			return nil
		}
		return Stored(value.Elem())
	}
	return value.Interface()
}
