package db

// Later is a value to come: what a question finds that was asked, and whose answer isn't needed yet. On PostgreSQL a
// question goes to the server with the next one whose answer is needed, so what is asked before the first Get is one
// message. Every question that is part of a larger act is asked this way, and by one function: who needs the answer at
// once calls Get at once.
type Later[T any] struct{ get func() (T, error) }

// Get is the value, or why there is none. It may be called again, and after the commit too. The zero Later has the zero
// value.
func (l Later[T]) Get() (value T, err error) {
	if l.get == nil {
		return value, nil
	}
	return l.get()
}

// Known is a value that needs no question, or why there is none.
func Known[T any](value T, err error) Later[T] {
	return Later[T]{func() (T, error) { return value, err }}
}

// Then is what becomes of a value to come. do runs once, when the new value is needed, and not at all if there is none
// to make it of. It may ask more, which is a message of its own.
func Then[T, U any](l Later[T], do func(T) (U, error)) Later[U] {
	return Else(l, func(value T, err error) (made U, _ error) {
		if err != nil {
			return made, err
		}
		return do(value)
	})
}

// Else is Then for a function that also says what it means that there is no value, such as NotFound for ErrNoRows.
func Else[T, U any](l Later[T], do func(T, error) (U, error)) Later[U] {
	var made U
	var err error
	done := false
	return Later[U]{func() (U, error) {
		if !done {
			done = true
			made, err = do(l.Get())
		}
		return made, err
	}}
}

// Every is all the values to come, in their order; the first error of one of them.
func Every[T any](list []Later[T]) Later[[]T] {
	return Then(Known(list, nil), func(list []Later[T]) ([]T, error) {
		values := make([]T, len(list))
		for i, l := range list {
			var err error
			if values[i], err = l.Get(); err != nil {
				return nil, err
			}
		}
		return values, nil
	})
}

// Once asks a question once in a transaction, however often it comes up: the key says which it is. It is for what a
// transaction needs to know several times, or asks early since the answer is on the way then when it is needed.
func Once[T any](tx *Tx, key any, ask func() Later[T]) Later[T] {
	if asked, ok := tx.asked[key].(Later[T]); ok {
		return asked
	}
	if tx.asked == nil {
		tx.asked = map[any]any{}
	}
	asked := ask()
	tx.asked[key] = asked
	return asked
}

// Ask is One as a value to come.
func Ask[T any](tx *Tx, scan func(Scanner) (T, error), query string, args ...any) Later[T] {
	return ask(tx, func(a *answer[T], rows Cursor) {
		if rows.Next() {
			tx.work.queue.Rows.Add(1)
			a.value, a.err = scan(rows)
		} else {
			a.err = ErrNoRows
		}
	}, query, args)
}

// AskAll is All as a value to come.
func AskAll[T any](tx *Tx, scan func(Scanner) (T, error), query string, args ...any) Later[[]T] {
	return ask(tx, func(a *answer[[]T], rows Cursor) {
		a.value = []T{}
		for a.err == nil && rows.Next() {
			var item T
			item, a.err = scan(rows)
			a.value = append(a.value, item)
		}
		tx.work.queue.Rows.Add(int64(len(a.value)))
	}, query, args)
}

// AskChanged is Exec as a value to come.
func AskChanged(tx *Tx, query string, args ...any) Later[int64] {
	a := &answer[int64]{tx: tx}
	if a.err = tx.usable(); a.err != nil {
		return Later[int64]{a.get}
	}
	watched(tx, query, args)
	err := tx.runner.Count(func(changed int64) {
		a.given, a.value = true, changed
		tx.work.queue.Rows.Add(changed)
	}, query, args)
	if err != nil {
		a.err = tx.fail(query, err)
	}
	return Later[int64]{a.get}
}

func ask[T any](tx *Tx, read func(a *answer[T], rows Cursor), query string, args []any) Later[T] {
	a := &answer[T]{tx: tx}
	if a.err = tx.usable(); a.err != nil {
		return Later[T]{a.get}
	}
	watched(tx, query, args)
	err := tx.runner.Ask(func(rows Cursor) {
		a.given = true
		read(a, rows)
	}, query, args)
	if err != nil {
		a.err = tx.fail(query, err)
	}
	return Later[T]{a.get}
}

// answer is what a statement finds.
type answer[T any] struct {
	tx    *Tx
	value T
	err   error
	given bool
}

// get sends what waits, unless it has been sent; after the commit it has been.
func (a *answer[T]) get() (T, error) {
	if !a.given && a.err == nil {
		if err := a.tx.flush(); err != nil {
			return a.value, err
		}
	}
	return a.value, a.err
}
