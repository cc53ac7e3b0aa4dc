package password

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/user"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/markup"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

var (
	//go:embed pages/*.html
	pageFiles embed.FS
	//go:embed pages/pages.css
	pagesCSS string

	// pageTop is what every page begins with; the forms are those of the pages that have one.
	pageTop = strings.Replace(pageFile("frame"), "{{style}}", pagesCSS, 1)
	forms   = map[string]string{"invite": pageFile("invite"), "register": pageFile("register"),
		"reset-password": pageFile("reset-password")}
	// The one style sheet is allowed by its hash; scripts, frames and anything from elsewhere are not.
	pagesPolicy = "default-src 'none'; style-src 'sha256-" + styleHash() + "'; form-action 'self'; base-uri 'none'; " +
		"frame-ancestors 'none'"
)

func pageFile(name string) string {
	content, err := pageFiles.ReadFile("pages/" + name + ".html")
	if err != nil {
		panic(err)
	}
	return string(content)
}

func styleHash() string {
	sum := sha256.Sum256([]byte(pagesCSS))
	return base64.StdEncoding.EncodeToString(sum[:])
}

const (
	maxFormBytes = 64 << 10
	maxName      = 120 // characters, as in the API's body
)

// Pages mounts what the links in mails open: small pages that need no script. Opening one changes nothing, so
// programs that follow links in mails do no harm; the buttons on it do the work, by the same services as the API.
func (s *Service) Pages(r chi.Router) {
	p := pages{s}
	r.Get("/invite", p.handler(p.showInvite))
	r.Post("/invite", p.handler(p.answerInvite))
	r.Get("/register", p.handler(p.showRegister))
	r.Post("/register", p.handler(p.submitRegister))
	r.Get("/reset-password", p.handler(p.showReset))
	r.Post("/reset-password", p.handler(p.submitReset))
}

// pages build what mailed links and the forms on them show.
type pages struct{ *Service }

// page is one page with what its form holds. An error that somebody can act on is shown as Problem.
type page struct {
	name    string // of its form; "": it has none
	Title   string
	Text    string
	Problem string

	Action, Token, Email, InvitationID, Name string

	cookies []http.Cookie
}

// message is a page without a form.
func message(title, text string) page { return page{Title: title, Text: text} }

// html is the page as a browser gets it.
func (p page) html() string {
	html := markup.Fill(pageTop, map[string]string{"Title": p.Title})
	if p.Problem != "" {
		html += markup.Fill(`<p class="problem" role="alert">{{Problem}}</p>`+"\n", map[string]string{"Problem": p.Problem})
	}
	if p.Text != "" {
		html += markup.Fill("<p>{{Text}}</p>\n", map[string]string{"Text": p.Text})
	}
	return html + markup.Fill(forms[p.name], map[string]string{"Action": p.Action, "Token": p.Token, "Email": p.Email,
		"InvitationID": p.InvitationID, "Name": p.Name}) + "</main>\n</body>\n</html>\n"
}

// handler makes a handler that shows what build returns, and what went wrong on top of it with status 400, 403 or 429.
func (p pages) handler(build func(ctx context.Context, sc scope.Scope, form form) (page, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		form, err := readForm(w, r)
		shown := message("This did not work", "")
		if err == nil {
			shown, err = build(r.Context(), web.Visitor(r), form)
		}
		status := http.StatusOK
		if err != nil {
			status, shown.Problem = p.problem(r, err)
		}
		if shown.Title == "" {
			shown.Title = "This did not work"
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", pagesPolicy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		for _, cookie := range shown.cookies {
			http.SetCookie(w, &cookie)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, shown.html()) // the visitor may be gone
	}
}

// problem is what to tell about an error, and under which status. An unexpected one goes to the log alone.
func (p pages) problem(r *http.Request, err error) (int, string) {
	var typed *errs.Error
	switch {
	case !errors.As(err, &typed):
		p.Log.ErrorContext(r.Context(), "a page failed", slog.String("path", r.URL.Path),
			slog.String("error", err.Error()))
		return http.StatusInternalServerError, "Something went wrong on our side. Try again later."
	case typed.Kind == errs.KindTooMany:
		return http.StatusTooManyRequests, typed.Message
	case typed.Kind == errs.KindForbidden:
		return http.StatusForbidden, typed.Message
	}
	return http.StatusBadRequest, typed.Message
}

// form is what a link or a form carries. Every value is trimmed but passwords, as in the API.
type form struct{ values map[string]string }

func (f form) get(name string) string { return f.values[name] }

func readForm(w http.ResponseWriter, r *http.Request) (form, error) {
	if err := web.CheckOrigin(r); err != nil {
		return form{}, err
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	if err := r.ParseForm(); err != nil {
		return form{}, errs.Invalid("The form could not be read. Open the link in the mail again.")
	}
	values := map[string]string{}
	for name, given := range r.Form {
		value := given[0]
		if !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
			return form{}, errs.Invalid("A field holds characters that can't be used. Go back and type it again.")
		}
		if !strings.HasSuffix(strings.ToLower(name), "password") {
			value = strings.TrimSpace(value)
		}
		values[name] = value
	}
	return form{values}, nil
}

func (p pages) showReset(ctx context.Context, _ scope.Scope, form form) (page, error) {
	found, err := p.openReset(ctx, form.get("token"))
	if err != nil {
		return page{}, err
	}
	return page{name: "reset-password", Title: "Set a new password", Action: "/reset-password",
		Text: "You will be signed out everywhere.", Token: form.get("token"), Email: found.Email}, nil
}

func (p pages) submitReset(ctx context.Context, sc scope.Scope, form form) (page, error) {
	again, err := p.showReset(ctx, sc, form)
	if err != nil {
		return again, err
	}
	password := form.get("newPassword")
	if err := checkPasswordLength("newPassword", password); err != nil {
		return again, err
	}
	if _, err := p.reset(ctx, sc, form.get("token"), chosen{password, true, "newPassword"}); err != nil {
		return again, err
	}
	return message("Your new password is set", "You are signed out everywhere. Sign in with the new password."), nil
}

// checkPasswordLength holds the pages to what the API's bodies demand of a new password.
func checkPasswordLength(field, password string) error {
	switch length := utf8.RuneCountInString(password); {
	case length < minPassword:
		return errs.InvalidField(field, "must have at least %d characters", minPassword)
	case length > maxPassword:
		return errs.InvalidField(field, "must have at most %d characters", maxPassword)
	}
	return nil
}

func (p pages) showInvite(ctx context.Context, _ scope.Scope, form form) (page, error) {
	found, err := p.peek(ctx, form.get("token"), invitation.PurposeInvite)
	if err != nil {
		return page{}, err
	}
	hotel := found.Organization.Name
	return page{name: "invite", Title: "Join " + hotel, Action: "/invite", Token: form.get("token"), Email: found.Email,
		Text: hotel + " invites " + found.Email + " to join as " + found.Role.Name + "."}, nil
}

// answerInvite accepts or declines. Who accepts and has no password yet goes on to set it.
func (p pages) answerInvite(ctx context.Context, sc scope.Scope, form form) (page, error) {
	again, err := p.showInvite(ctx, sc, form)
	if err != nil {
		return again, err
	}
	action := form.get("action")
	if action != "accept" && action != "decline" {
		return again, errs.Invalid("Choose whether to accept or to decline.")
	}
	answered, err := p.Invitations.Respond(ctx, sc, form.get("token"), form.get("email"), action == "accept")
	if err != nil {
		return again, err
	}
	next := page{name: "register", Title: "One more step", Action: "/register",
		Text: "Set your name and a password to sign in with.", Token: answered.Token, InvitationID: answered.ID,
		Email: answered.Email, Name: answered.Name}
	switch {
	case answered.Status == invitation.Declined:
		next = message("Invitation declined", "Nothing else is left to do.")
	case answered.UsedAt != nil:
		next = message("Welcome", "You are a member now. Sign in on this device, with the password that you have.")
	}
	next.cookies = p.Invitations.Cookies(answered)
	return next, nil
}

func (p pages) showRegister(ctx context.Context, _ scope.Scope, form form) (page, error) {
	found, err := p.peek(ctx, form.get("token"), invitation.PurposeRegister)
	if err != nil {
		return page{}, err
	}
	return page{name: "register", Title: "Join " + found.Organization.Name, Action: "/register",
		Text: "Set your name and a password to sign in with.", Token: form.get("token"), InvitationID: found.ID,
		Email: found.Email, Name: found.Name}, nil
}

func (p pages) submitRegister(ctx context.Context, sc scope.Scope, form form) (page, error) {
	again := page{name: "register", Title: "Set your name and password", Action: "/register", Token: form.get("token"),
		InvitationID: form.get("invitationId"), Email: form.get("email"), Name: form.get("name")}
	if again.Name == "" || utf8.RuneCountInString(again.Name) > maxName {
		return again, errs.InvalidField("name", "must have 1 to %d characters", maxName)
	}
	if err := checkPasswordLength("password", form.get("password")); err != nil {
		return again, err
	}
	done, err := p.Register(ctx, sc, Registration{Email: user.NormalizeEmail(again.Email),
		Password: form.get("password"), Name: again.Name, InvitationID: again.InvitationID, Token: again.Token,
		Strict: true})
	if err != nil {
		return again, err
	}
	if done.PasswordKept {
		return message("Welcome", done.welcome()), nil
	}
	return message("Your account is ready", "Sign in with "+again.Email+" and your new password."), nil
}
