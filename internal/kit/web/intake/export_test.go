package intake

// MaxBodyDepth is for tests.
const MaxBodyDepth = maxBodyDepth

// ReadBack takes the body as a request's is taken.
func (in *Input) ReadBack(data []byte, into any) error {
	body, _ := in.ReadBody(data)
	if body.err != nil {
		return body.err
	}
	if untyped, ok := into.(*any); ok {
		*untyped = forValidation(body.tree)
		return nil
	}
	return body.decode(into)
}
