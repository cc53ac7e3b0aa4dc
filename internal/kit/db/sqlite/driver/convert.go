package driver

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	sqlite3 "modernc.org/sqlite/lib"
)

var errClosed = errors.New("the rows are closed")

// store puts the cell, or the text that it is, where dest points to. What most columns are comes first, without
// reflection.
func (c cell) store(text string, dest any) error {
	switch c.kind {
	case sqlite3.SQLITE_TEXT:
		if dest, ok := dest.(*string); ok {
			*dest = text
			return nil
		}
	case sqlite3.SQLITE_INTEGER:
		switch dest := dest.(type) {
		case *int64:
			*dest = c.number
			return nil
		case *int:
			*dest = int(c.number)
			return nil
		}
	}
	return assign(dest, c.value(text))
}

// assign puts a value of SQLite's where dest points to, by the rules of database/sql, whose own function for it isn't
// exported.
func assign(dest, value any) error {
	switch dest := dest.(type) {
	case sql.Scanner:
		return dest.Scan(value)
	case *string:
		if value != nil {
			*dest = asText(value)
			return nil
		}
	case *any:
		*dest = value
		return nil
	case *[]byte:
		switch value := value.(type) {
		case nil:
			*dest = nil
		case []byte:
			*dest = value
		default:
			*dest = []byte(asText(value))
		}
		return nil
	case *bool:
		truth, err := driver.Bool.ConvertValue(value)
		if err == nil {
			*dest = truth.(bool)
		}
		return err
	}
	place := reflect.ValueOf(dest)
	if place.Kind() != reflect.Pointer || place.IsNil() {
		return fmt.Errorf("%T is no place to scan into", dest)
	}
	return set(place.Elem(), value)
}

func set(place reflect.Value, value any) error {
	if place.Kind() == reflect.Pointer {
		if value == nil {
			place.SetZero()
			return nil
		}
		pointer := reflect.New(place.Type().Elem())
		place.Set(pointer)
		return assign(pointer.Interface(), value)
	}
	if value == nil {
		return fmt.Errorf("NULL doesn't fit into %s", place.Type())
	}
	switch place.Kind() {
	case reflect.String:
		switch value.(type) {
		case string, []byte:
			place.SetString(asText(value))
		default:
			return unfit(place, value)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		number, err := strconv.ParseInt(asText(value), 10, place.Type().Bits())
		if err != nil {
			return err
		}
		place.SetInt(number)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		number, err := strconv.ParseUint(asText(value), 10, place.Type().Bits())
		if err != nil {
			return err
		}
		place.SetUint(number)
	case reflect.Float32, reflect.Float64:
		number, err := strconv.ParseFloat(asText(value), place.Type().Bits())
		if err != nil {
			return err
		}
		place.SetFloat(number)
	default:
		return unfit(place, value)
	}
	return nil
}

func unfit(place reflect.Value, value any) error {
	return fmt.Errorf("%T can't be scanned into %s", value, place.Type())
}

func asText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case []byte:
		return string(value)
	case int64:
		return strconv.FormatInt(value, 10)
	}
	return strconv.FormatFloat(value.(float64), 'g', -1, 64)
}
