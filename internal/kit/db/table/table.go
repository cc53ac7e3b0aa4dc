// Package table reads records from and writes them into tables: struct tags name a table's columns, once for every
// statement. Conditions and joins are written by hand, beside it.
package table

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"sarai/internal/kit/db"
)

// Table is a table whose rows are read into and written from a T. The fields of T name the columns, once for every
// statement:
//
//	type Guest struct {
//		ID        string    `db:"guest_id,key"`    // identifies the row, besides the owner's columns
//		Name      string    `db:"name"`
//		Born      date.Date `db:"date_of_birth"`   // named strings and ints are stored as what they are
//		CreatedAt int64     `db:"created_at,fixed"` // Insert writes it, Update leaves it alone
//		Version   int64     `db:"version,version"`  // Update raises it by one, in the row and in the record
//		Tags      []string  `db:"tags,json"`        // stored as JSON text
//		CompanyID string    `db:"company_id,null"`  // "" is stored as NULL, for a foreign key
//		Stays     []Stay                           // no tag: no column
//	}
//
//	var guests = table.Of[Guest]("guests", "org_id")
//
// A field whose type is a driver.Valuer and sql.Scanner decides itself how it is stored. A pointer that is nil is NULL.
type Table[T any] struct {
	name   string
	owner  []string
	fields []field
	keys   []int // positions in fields
	free   []int // positions of what Update sets
	raised int   // position of what Update raises; -1: nothing
	names  string
	insert [rowsPerInsert + 1]atomic.Pointer[string] // by the number of rows, once it was needed
	update string
}

type field struct {
	column string
	index  []int
	plain  reflect.Type // what a pointer to the field is scanned as; nil: as it is
	json   bool
	null   bool // "" is NULL
	asIs   bool // a driver.Valuer: it knows how it is stored
}

// Of describes the table. The owner's columns come first in every key and are no fields of T: "org_id", and for
// rows that belong to another record its id too. It panics if a tag is wrong.
func Of[T any](name string, owner ...string) *Table[T] {
	t := &Table[T]{name: name, owner: owner, raised: -1}
	t.describe(reflect.TypeFor[T](), nil)
	if len(t.fields) == 0 {
		panic(fmt.Sprintf("table: %s has no field with a db tag", reflect.TypeFor[T]()))
	}
	t.names = t.columns("")
	t.update = t.updateSQL()
	return t
}

func (t *Table[T]) describe(record reflect.Type, outer []int) {
	for i := range record.NumField() {
		field := record.Field(i)
		index := append(slices.Clone(outer), i)
		tag, tagged := field.Tag.Lookup("db")
		switch {
		case tagged && field.IsExported():
			t.add(tag, index, field.Type)
		case tagged:
			panic(fmt.Sprintf("table: field %s of %s has a db tag but is not exported", field.Name, record))
		case field.Anonymous && field.Type.Kind() == reflect.Struct:
			t.describe(field.Type, index)
		}
	}
}

func (t *Table[T]) add(tag string, index []int, fieldType reflect.Type) {
	column, option, _ := strings.Cut(tag, ",")
	at := len(t.fields)
	switch option {
	case "":
		t.free = append(t.free, at)
	case "key":
		t.keys = append(t.keys, at)
	case "fixed":
	case "version":
		t.raised = at
	case "json", "null":
		t.free = append(t.free, at)
	default:
		panic(fmt.Sprintf("table: the tag %q of table %s has an unknown option", tag, t.name))
	}
	t.fields = append(t.fields, field{column: column, index: index, plain: plainPointer(fieldType),
		json: option == "json", null: option == "null", asIs: fieldType.Implements(valuer)})
}

var (
	valuer  = reflect.TypeFor[driver.Valuer]()
	scanner = reflect.TypeFor[interface{ Scan(any) error }]()
)

// plainPointer is *string for a named string and so on: database/sql scans those without reflection.
func plainPointer(field reflect.Type) reflect.Type {
	if reflect.PointerTo(field).Implements(scanner) {
		return nil
	}
	switch field.Kind() {
	case reflect.String:
		return reflect.TypeFor[*string]()
	case reflect.Int64:
		return reflect.TypeFor[*int64]()
	case reflect.Bool:
		return reflect.TypeFor[*bool]()
	}
	return nil
}

// Columns lists the columns of T for a SELECT, each with the table's alias before it if there is one.
func (t *Table[T]) Columns(alias string) string {
	if alias == "" {
		return t.names
	}
	return t.columns(alias + ".")
}

func (t *Table[T]) columns(alias string) string {
	names := make([]string, len(t.fields))
	for i, field := range t.fields {
		names[i] = alias + field.column
	}
	return strings.Join(names, ", ")
}

// Pointers are what a row with the columns of Columns is scanned into.
func (t *Table[T]) Pointers(record *T) []any {
	value := reflect.ValueOf(record).Elem()
	pointers := make([]any, len(t.fields), len(t.fields)+8)
	for i, field := range t.fields {
		pointer := value.FieldByIndex(field.index).Addr()
		switch {
		case field.json:
			pointers[i] = jsonText{pointer}
		case field.null:
			pointers[i] = nullText{pointer}
		case field.plain != nil:
			pointers[i] = pointer.Convert(field.plain).Interface()
		default:
			pointers[i] = pointer.Interface()
		}
	}
	return pointers
}

// Scan reads a row with the columns of Columns; it fits db.All and db.One.
func (t *Table[T]) Scan(row db.Scanner) (record T, err error) {
	err = row.Scan(t.Pointers(&record)...)
	return record, err
}

// rowsPerInsert is how many rows a statement writes at most. With more of them rows as wide as a folio's lines take as
// long on both engines, while every number of rows is one more statement to prepare and keep.
const rowsPerInsert = 20

// Insert writes the records under their owner, whose values stand in the order of Of's columns, as db.Tx.Do does.
func (t *Table[T]) Insert(tx *db.Tx, owner []any, records ...T) error {
	return t.InsertOr(tx, nil, owner, records...)
}

// InsertOr is Insert for records that may be refused, as db.Tx.DoOr does.
func (t *Table[T]) InsertOr(tx *db.Tx, refused func(error) error, owner []any, records ...T) error {
	for batch := range slices.Chunk(records, rowsPerInsert) {
		args := make([]any, 0, len(batch)*(len(t.owner)+len(t.fields)))
		for i := range batch {
			args = append(args, owner...)
			value := reflect.ValueOf(&batch[i]).Elem()
			for _, field := range t.fields {
				args = append(args, field.stored(value))
			}
		}
		if err := tx.DoOr(refused, t.insertSQL(len(batch)), args...); err != nil {
			return err
		}
	}
	return nil
}

// Update writes every column but keys and fixed ones of the row that has the record's keys under the owner, as db.Tx.Do
// does. It raises the version, if the record has one. Callers have read the row and locked it.
func (t *Table[T]) Update(tx *db.Tx, owner []any, record *T) error {
	return t.UpdateOr(tx, nil, owner, record)
}

// UpdateOr is Update for a record that may be refused, as db.Tx.DoOr does.
func (t *Table[T]) UpdateOr(tx *db.Tx, refused func(error) error, owner []any, record *T) error {
	value := reflect.ValueOf(record).Elem()
	args := slices.Grow(slices.Clone(owner), len(t.fields))
	for _, at := range slices.Concat(t.keys, t.free) {
		args = append(args, t.fields[at].stored(value))
	}
	err := tx.DoOr(refused, t.update, args...)
	if t.raised >= 0 && err == nil {
		version := value.FieldByIndex(t.fields[t.raised].index)
		version.SetInt(version.Int() + 1)
	}
	return err
}

// stored is the field of the record as drivers take it.
func (f field) stored(record reflect.Value) any {
	value := record.FieldByIndex(f.index)
	switch {
	case f.json:
		return jsonText{value.Addr()}
	case f.null && value.String() == "":
		return nil
	case f.asIs:
		return value.Interface()
	}
	return db.Stored(value)
}

// nullText reads NULL as "".
type nullText struct{ pointer reflect.Value }

// Scan reads what is stored.
func (n nullText) Scan(stored any) error {
	switch stored := stored.(type) {
	case nil:
		n.pointer.Elem().SetString("")
	case string:
		n.pointer.Elem().SetString(stored)
	case []byte:
		n.pointer.Elem().SetString(string(stored))
	default:
		return fmt.Errorf("text is expected, not %T", stored)
	}
	return nil
}

// jsonText stores and reads what pointer points to as JSON.
type jsonText struct{ pointer reflect.Value }

// Value returns the JSON.
func (j jsonText) Value() (driver.Value, error) {
	text, err := json.Marshal(j.pointer.Interface())
	return string(text), err
}

// Scan reads what Value stored.
func (j jsonText) Scan(stored any) error {
	j.pointer.Elem().SetZero() // so that a record that is scanned into again shares nothing with the row before
	switch stored := stored.(type) {
	case string:
		return json.Unmarshal([]byte(stored), j.pointer.Interface())
	case []byte:
		return json.Unmarshal(stored, j.pointer.Interface())
	}
	return fmt.Errorf("JSON is stored as text, not as %T", stored)
}

func (t *Table[T]) insertSQL(rows int) string {
	if known := t.insert[rows].Load(); known != nil {
		return *known
	}
	columns := slices.Clone(t.owner)
	for _, field := range t.fields {
		columns = append(columns, field.column)
	}
	statement := "INSERT INTO " + t.name + " (" + strings.Join(columns, ", ") + ") VALUES " + db.Rows(len(columns), rows)
	t.insert[rows].Store(&statement)
	return statement
}

func (t *Table[T]) updateSQL() string {
	var conditions, changes []string
	number := 0
	equals := func(column string) string {
		number++
		return column + " = " + db.Placeholders(number, 1)
	}
	for _, column := range t.owner {
		conditions = append(conditions, equals(column))
	}
	for _, at := range t.keys {
		conditions = append(conditions, equals(t.fields[at].column))
	}
	for _, at := range t.free {
		changes = append(changes, equals(t.fields[at].column))
	}
	if t.raised >= 0 {
		column := t.fields[t.raised].column
		changes = append(changes, column+" = "+column+" + 1")
	}
	return "UPDATE " + t.name + " SET " + strings.Join(changes, ", ") + " WHERE " + strings.Join(conditions, " AND ")
}
