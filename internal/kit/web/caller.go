package web

import (
	"net/http"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/intake"
)

// caller finds who calls and whether the route is theirs.
func (s *server) caller(request *http.Request, r Route, orgParam string) (scope.Scope, error) {
	info := infoOf(request.Context())
	if sc, ok := actorOf(request.Context()); ok {
		return actor(r, sc, orgParam, request)
	}
	sc := scope.Scope{IP: info.ip, UserAgent: intake.Storable(request.UserAgent())}
	if r.Need.Access == scope.AccessSheetKey {
		key := request.Header.Get("X-Sheet-Key")
		sc, err := s.SheetKey(request.Context(), key, organizationIn(request, orgParam), sc)
		info.scope = sc
		return sc, err
	}
	header := request.Header.Get("Authorization")
	if r.Need.Access == scope.AccessAnyone || r.Need.Access == scope.AccessOptional && header == "" {
		return Visitor(request), nil
	}
	sc, err := s.tokenHolder(request, r, orgParam, intake.BearerToken(header), sc)
	info.scope = sc // for the log line, also when the permission is missing
	if err != nil && errs.Is(err, errs.KindUnauthorized) && hasCookie(request, r.cookie) {
		return sc, nil
	}
	return sc, err
}

func (s *server) tokenHolder(request *http.Request, r Route, orgParam, token string, sc scope.Scope) (
	scope.Scope, error) {
	if token == "" {
		return sc, errs.Unauthorized("Sign in first: send the header Authorization: Bearer <ACCESS_TOKEN>.")
	}
	org := ""
	if r.Need.Access == scope.AccessMember {
		org = organizationIn(request, orgParam)
	}
	sc, err := s.Authenticate(request.Context(), token, org, sc)
	if err != nil {
		return sc, err
	}
	if r.Need.Module != "" && !sc.Permissions.Has(r.Need.Module, r.Need.Flag) {
		return sc, r.Need.Missing()
	}
	return sc, nil
}

// organizationIn is the organization that the path names, or "" where it names none.
func organizationIn(request *http.Request, parameter string) string {
	if parameter == "" {
		return ""
	}
	if org := intake.PathValue(request, parameter); id.Valid(org) {
		return org
	}
	return noOrganization
}

// noOrganization takes the place of a malformed id: it is well formed, and no organization has it.
const noOrganization = "000000000000000000000000"

func hasCookie(request *http.Request, name string) bool {
	if name == "" {
		return false
	}
	cookie, err := request.Cookie(name)
	return err == nil && cookie.Value != ""
}
