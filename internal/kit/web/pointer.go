package web

// Pointer is nil when the field was left out; null gives the zero value.
func (o Optional[T]) Pointer() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// Pointer is nil when the field was left out.
func (c Change[T]) Pointer() *T {
	if !c.Set {
		return nil
	}
	return &c.Value
}
