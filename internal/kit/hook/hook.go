// Package hook guards the functions that a service needs from a higher package and is given after both were made.
package hook

import (
	"fmt"
	"reflect"
)

// Require panics and names the field if a field of the struct hooks is nil. A missing hook is a mistake in how the
// program is put together: it must stop the start, not be skipped at the first booking.
func Require(hooks any) {
	value := reflect.ValueOf(hooks)
	for i := range value.NumField() {
		if field := value.Type().Field(i); value.Field(i).IsNil() {
			panic(fmt.Sprintf("%s.%s is not connected", value.Type(), field.Name))
		}
	}
}
