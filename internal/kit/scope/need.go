package scope

import "sarai/internal/kit/errs"

// Access is who may call at all, before any permission is checked.
type Access int

// The zero value is none of them, so that a server with a route that declares nothing doesn't start.
const (
	AccessMember   Access = iota + 1 // a member of the organization in the path
	AccessSignedIn                   // any caller with a token
	AccessOptional                   // anybody; a token must be valid if there is one
	AccessAnyone                     // no token
	AccessSheetKey                   // a program with the header X-Sheet-Key, instead of a person with a token
)

// Need is what a route requires of its caller.
type Need struct {
	Access Access
	Module string // empty: membership alone is enough
	Flag   Flag   // with Module
	Action string // the flag's name
}

// TokenNeeded reports whether a request without a token is refused.
func (n Need) TokenNeeded() bool { return n.Access == AccessMember || n.Access == AccessSignedIn }

// Missing is the refusal of a caller who lacks the permission.
func (n Need) Missing() error {
	return errs.Forbidden("Your role does not allow this: it needs the permission " + n.String() + ".")
}

// String is the need as the OpenAPI document and messages word it.
func (n Need) String() string {
	switch {
	case n.Module != "":
		return n.Module + "." + n.Action
	case n.Access == AccessMember:
		return "any member of the organization"
	case n.Access == AccessSignedIn:
		return "any signed-in caller"
	case n.Access == AccessOptional:
		return "no token needed; a token counts"
	case n.Access == AccessAnyone:
		return "no token"
	case n.Access == AccessSheetKey:
		return "a sheet key"
	}
	return "undeclared"
}
