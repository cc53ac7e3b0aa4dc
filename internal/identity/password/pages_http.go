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
	"net/url"
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
	tongue  tongue
	links   string // to the same page in other languages
	Title   string
	Text    string
	Problem string

	Action, Token, Email, InvitationID, Name string
	maker                                    bool // of the hotel, who invites himself

	cookies []http.Cookie
}

// message is a page without a form.
func message(title, text string) page { return page{Title: title, Text: text} }

// html is the page as a browser gets it.
func (p page) html() string {
	t := p.tongue
	html := markup.Fill(pageTop, map[string]string{"Title": p.Title, "Language": string(t)})
	if p.Problem != "" {
		html += markup.Fill(`<p class="problem" role="alert">{{Problem}}</p>`+"\n", map[string]string{"Problem": p.Problem})
	}
	if p.Text != "" {
		html += markup.Fill("<p>{{Text}}</p>\n", map[string]string{"Text": p.Text})
	}
	accept, decline := "Accept", "Decline"
	if p.maker {
		accept, decline = "Go on", "This wasn’t me"
	}
	password, submit := "Password, at least 8 characters", "Set name and password"
	if p.name == "reset-password" {
		password, submit = "New password, at least 8 characters", "Set the new password"
	}
	html += markup.Fill(forms[p.name], map[string]string{"Action": p.Action, "Token": p.Token, "Email": p.Email,
		"InvitationID": p.InvitationID, "Name": p.Name, "Language": string(t), "Accept": t.word(accept),
		"Decline": t.word(decline), "LabelEmail": t.word("E-mail address"), "LabelName": t.word("Your name"),
		"LabelPassword": t.word(password), "Submit": t.word(submit)})
	return html + p.footer() + "</main>\n</body>\n</html>\n"
}

// footer leads on to the console, and to the same page in another language.
func (p page) footer() string {
	onward := `<a href="/?language={{Language}}">{{Onward}}</a>`
	if p.name == "" { // nothing else is to be done here
		onward = `<a class="onward" href="/?language={{Language}}">{{Onward}}</a>`
	}
	return "<footer>\n" + markup.Fill(onward, map[string]string{"Language": string(p.tongue),
		"Onward": p.tongue.word("Open Sarai")}) + "\n" + p.links + "</footer>\n"
}

// otherTongues are links to what is shown now, in each language. What was answered can't be asked for again.
func (p page) otherTongues(r *http.Request, form form) string {
	path, token, email := p.Action, p.Token, p.Email
	if path == "" {
		path, token, email = r.URL.Path, form.get("token"), form.get("email")
	}
	if p.Action == "" && r.Method != http.MethodGet {
		return ""
	}
	html := markup.Fill("<nav aria-label=\"{{Label}}\">\n", map[string]string{"Label": p.tongue.word("Language")})
	for _, one := range tongues {
		shown := `<a href="{{Link}}" lang="{{Tag}}" hreflang="{{Tag}}">{{Name}}</a>` + "\n"
		if one.tag == p.tongue {
			shown = `<strong lang="{{Tag}}">{{Name}}</strong>` + "\n"
		}
		query := url.Values{"token": {token}, "email": {email}, "language": {string(one.tag)}}
		html += markup.Fill(shown, map[string]string{"Link": path + "?" + query.Encode(), "Tag": string(one.tag),
			"Name": one.name})
	}
	return html + "</nav>\n"
}

// handler makes a handler that shows what build returns, and what went wrong on top of it with status 400, 403 or 429.
func (p pages) handler(
	build func(ctx context.Context, sc scope.Scope, form form, t tongue) (page, error),
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		form, err := readForm(w, r)
		t := tongueOf(form, r)
		var shown page
		if err == nil {
			shown, err = build(r.Context(), web.Visitor(r), form, t)
		}
		status := http.StatusOK
		if err != nil {
			status, shown.Problem = p.problem(r, t, err)
		}
		if shown.Title == "" {
			shown.Title = t.word("This did not work")
		}
		shown.tongue = t
		shown.links = shown.otherTongues(r, form)
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
func (p pages) problem(r *http.Request, t tongue, err error) (int, string) {
	var typed *errs.Error
	if !errors.As(err, &typed) {
		p.Log.ErrorContext(r.Context(), "a page failed", slog.String("path", r.URL.Path),
			slog.String("error", err.Error()))
		return http.StatusInternalServerError, t.word("Something went wrong on our side. Try again later.")
	}
	switch typed.Kind {
	case errs.KindTooMany:
		return http.StatusTooManyRequests, t.fault(typed)
	case errs.KindForbidden:
		return http.StatusForbidden, t.fault(typed)
	}
	return http.StatusBadRequest, t.fault(typed)
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

func (p pages) showReset(ctx context.Context, _ scope.Scope, form form, t tongue) (page, error) {
	found, err := p.openReset(ctx, form.get("token"))
	if err != nil {
		return page{}, err
	}
	return page{name: "reset-password", Title: t.word("Set a new password"), Action: "/reset-password",
		Text: t.word("You will be signed out everywhere."), Token: form.get("token"), Email: found.Email}, nil
}

func (p pages) submitReset(ctx context.Context, sc scope.Scope, form form, t tongue) (page, error) {
	again, err := p.showReset(ctx, sc, form, t)
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
	return message(t.word("Your new password is set"),
		t.word("You are signed out everywhere. Sign in with the new password.")), nil
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

func (p pages) showInvite(ctx context.Context, _ scope.Scope, form form, t tongue) (page, error) {
	found, err := p.peek(ctx, form.get("token"), invitation.PurposeInvite)
	if err != nil {
		return page{}, err
	}
	hotel := found.Organization.Name
	shown := page{name: "invite", Title: t.with("Join %s", hotel), Action: "/invite", Token: form.get("token"),
		Email: found.Email, Text: t.with("%s invites %s to join as %s.", hotel, found.Email, found.Role.Name)}
	if shown.maker = found.IsMakers(); shown.maker {
		shown.Title = t.with("%s is made", hotel)
		shown.Text = t.with("You have made it, and are its %s. Set a password next; then the console takes you "+
			"through the first steps.", found.Role.Name)
	}
	return shown, nil
}

// answerInvite accepts or declines. Who accepts and has no password yet goes on to set it.
func (p pages) answerInvite(ctx context.Context, sc scope.Scope, form form, t tongue) (page, error) {
	again, err := p.showInvite(ctx, sc, form, t)
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
	next := page{name: "register", Title: t.word("One more step"), Action: "/register",
		Text: t.word("Set your name and a password to sign in with."), Token: answered.Token, InvitationID: answered.ID,
		Email: answered.Email, Name: answered.Name}
	switch {
	case answered.Status == invitation.Declined:
		next = message(t.word("Invitation declined"), t.word("Nothing else is left to do."))
	case answered.UsedAt != nil:
		next = message(t.word("Welcome"),
			t.word("You are a member now. Sign in on this device, with the password that you have."))
	}
	next.cookies = p.Invitations.Cookies(answered)
	return next, nil
}

func (p pages) showRegister(ctx context.Context, _ scope.Scope, form form, t tongue) (page, error) {
	found, err := p.peek(ctx, form.get("token"), invitation.PurposeRegister)
	if err != nil {
		return page{}, err
	}
	return page{name: "register", Title: t.with("Join %s", found.Organization.Name), Action: "/register",
		Text: t.word("Set your name and a password to sign in with."), Token: form.get("token"), InvitationID: found.ID,
		Email: found.Email, Name: found.Name}, nil
}

func (p pages) submitRegister(ctx context.Context, sc scope.Scope, form form, t tongue) (page, error) {
	again := page{name: "register", Title: t.word("Set your name and password"), Action: "/register",
		Token: form.get("token"), InvitationID: form.get("invitationId"), Email: form.get("email"),
		Name: form.get("name")}
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
		return message(t.word("Welcome"), t.word(done.welcome())), nil
	}
	return message(t.word("Your account is ready"),
		t.with("Sign in with %s and your new password.", again.Email)), nil
}
