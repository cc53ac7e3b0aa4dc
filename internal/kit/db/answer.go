package db

// Answer is what a statement of Ask, AskAll or AskChanged finds.
type Answer[T any] struct {
	tx    *Tx
	value T
	err   error
	given bool
}

// Ask is One whose row isn't needed at once. On PostgreSQL it goes to the server with the next statement whose answer
// is, so several questions are one message.
func Ask[T any](tx *Tx, scan func(Scanner) (T, error), query string, args ...any) *Answer[T] {
	return ask(tx, func(a *Answer[T], rows Cursor) {
		if rows.Next() {
			tx.queue.rows.Add(1)
			a.value, a.err = scan(rows)
		} else {
			a.err = ErrNoRows
		}
	}, query, args)
}

// AskAll is All whose rows aren't needed at once, as in Ask.
func AskAll[T any](tx *Tx, scan func(Scanner) (T, error), query string, args ...any) *Answer[[]T] {
	return ask(tx, func(a *Answer[[]T], rows Cursor) {
		a.value = []T{}
		for a.err == nil && rows.Next() {
			var item T
			item, a.err = scan(rows)
			a.value = append(a.value, item)
		}
		tx.queue.rows.Add(int64(len(a.value)))
	}, query, args)
}

// AskChanged is Exec whose number of changed rows isn't needed at once, as in Ask.
func AskChanged(tx *Tx, query string, args ...any) *Answer[int64] {
	a := &Answer[int64]{tx: tx}
	if a.err = tx.usable(); a.err != nil {
		return a
	}
	watched(tx, query, args)
	err := tx.runner.Count(func(changed int64) {
		a.given, a.value = true, changed
		tx.queue.rows.Add(changed)
	}, query, args)
	if err != nil {
		a.err = tx.fail(query, err)
	}
	return a
}

func ask[T any](tx *Tx, read func(a *Answer[T], rows Cursor), query string, args []any) *Answer[T] {
	a := &Answer[T]{tx: tx}
	if a.err = tx.usable(); a.err != nil {
		return a
	}
	watched(tx, query, args)
	err := tx.runner.Ask(func(rows Cursor) {
		a.given = true
		read(a, rows)
	}, query, args)
	if err != nil {
		a.err = tx.fail(query, err)
	}
	return a
}

// Get returns what One or All would have. What waits is sent, unless it has been; after the commit it has been.
func (a *Answer[T]) Get() (T, error) {
	if !a.given && a.err == nil {
		if err := a.tx.flush(); err != nil {
			return a.value, err
		}
	}
	return a.value, a.err
}
