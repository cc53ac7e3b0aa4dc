package precheck

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"sarai/internal/country/words"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/markup"
	"sarai/internal/kit/web"
	"sarai/internal/kit/web/intake"
	"sarai/internal/stay/registration"
)

var (
	//go:embed page/page.css
	pageFiles embed.FS

	pageCSS = pageFile("page.css")

	// The one style sheet and the one script are allowed by their hashes, and the hotel's logo; nothing else is.
	pagePolicy = "default-src 'none'; img-src 'self'; style-src 'sha256-" + hashed(pageCSS) + "'; script-src " +
		registration.PadSource + "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

func pageFile(name string) string {
	content, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(content))
}

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

const (
	cookieName  = "sarai_checkin"
	maxFirst    = 4 << 10   // bytes of a form of somebody without a cookie
	maxForm     = 400 << 10 // with the picture of a signature as base64
	maxFile     = 10 << 20
	maxDrawn    = 300 << 10 // characters of a signature
	maxRequests = 2000
)

var fileTypes = []string{"image/jpeg", "image/png", "application/pdf"}

// Pages mounts what links to online check-ins open. Opening a page changes nothing.
func (s *Service) Pages(r chi.Router) {
	p := pages{s}
	r.Get(PagePath+"{token}", p.showPage)
	r.Post(PagePath+"{token}", p.takePage)
	r.Post(PagePath+"{token}/picture", p.takePicture)
	r.Get(PagePath+"{token}/logo", p.showLogo)
}

// pages answer what the pages ask for.
type pages struct{ *Service }

// page is what is shown of a visit.
type page struct {
	*visit
	words.Language
	step, guest string
	typed       url.Values // what a form that was refused had, or what was read; nil: neither
	read        string     // what was read
	problem     error
}

// languageOf is the language that the visitor has chosen, or the browser prefers; "" if neither is known.
func languageOf(r *http.Request, chosen string) words.Language {
	for _, tag := range append([]string{chosen}, strings.Split(r.Header.Get("Accept-Language"), ",")...) {
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), ";")
		primary, _, _ = strings.Cut(primary, "-")
		if slices.Contains(words.Known, words.Language(primary)) {
			return words.Language(primary)
		}
	}
	return ""
}

// visitorOf is who sends a request.
func visitorOf(r *http.Request) visitor {
	who := visitor{Scope: web.Visitor(r), token: chi.URLParam(r, "token")}
	if cookie, err := r.Cookie(cookieName); err == nil {
		who.proof = cookie.Value
	}
	return who
}

func (s pages) showPage(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	s.answer(w, r, page{Language: languageOf(r, query.Get("language")), step: query.Get("step"),
		guest: query.Get("guest")})
}

// answer looks the visit up and shows the page.
func (s pages) answer(w http.ResponseWriter, r *http.Request, p page) {
	v, err := s.look(r.Context(), visitorOf(r))
	if err != nil {
		p.problem = err
	} else {
		p.visit = v
		if p.Language == "" {
			p.Language = words.Of(v.sc)
		}
		web.Identify(r.Context(), v.sc)
	}
	status := statusOf(p.problem)
	var typed *errs.Error
	if errors.As(p.problem, &typed) && typed.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(typed.RetryAfter/time.Second)+1))
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, p.html()) // the visitor may be gone
}

func statusOf(err error) int {
	var typed *errs.Error
	switch {
	case err == nil:
		return http.StatusOK
	case !errors.As(err, &typed):
		return http.StatusInternalServerError
	}
	switch typed.Kind {
	case errs.KindNotFound:
		return http.StatusNotFound
	case errs.KindForbidden:
		return http.StatusForbidden
	case errs.KindTooMany:
		return http.StatusTooManyRequests
	case errs.KindUnavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// takePage takes the form of a step, and leads on to the next.
func (s pages) takePage(w http.ResponseWriter, r *http.Request) {
	who := visitorOf(r)
	if _, ok := s.read(who.token); !ok {
		s.answer(w, r, page{Language: languageOf(r, "")})
		return
	}
	f, err := readForm(w, r, who.proof)
	p := page{Language: languageOf(r, f.text("language", 2)), step: f.text("step", 20), guest: f.text("guest", 24),
		typed: f.values, problem: err}
	if err == nil && p.step == "" {
		s.takeDigits(w, r, who, f, p)
		return
	}
	if err == nil && p.step == readLines {
		p.step = stepDocuments
		s.answer(w, r, s.linesRead(r.Context(), who, f, p))
		return
	}
	if err == nil {
		err = s.takeStep(r.Context(), who, f, p)
	}
	if err != nil {
		p.problem = err
		s.answer(w, r, p)
		return
	}
	redirect(w, r, who.token, page{Language: p.Language})
}

// takeDigits takes the digits of the telephone, and gives the visitor a cookie for the right ones.
func (s pages) takeDigits(w http.ResponseWriter, r *http.Request, who visitor, f *form, p page) {
	proof, err := s.prove(r.Context(), who, f.text("digits", 20))
	if err != nil {
		p.problem = err
		s.answer(w, r, p)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: proof, Path: PagePath + who.token, HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(s.PublicURL, "https://"),
		MaxAge: int(proofLife.Seconds())})
	redirect(w, r, who.token, p)
}

// redirect leads on to a step, so that nothing is sent twice when the page is loaded again.
func redirect(w http.ResponseWriter, r *http.Request, token string, p page) {
	http.Redirect(w, r, address(token, p.Language, p.step, p.guest), http.StatusSeeOther)
}

func address(token string, language words.Language, step, guest string) string {
	query := url.Values{}
	for name, value := range map[string]string{"language": string(language), "step": step, "guest": guest} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return PagePath + token
	}
	return PagePath + token + "?" + query.Encode()
}

// takePicture takes the picture of a document. Of whoever has no cookie nothing of the file is read.
func (s pages) takePicture(w http.ResponseWriter, r *http.Request) {
	who, query := visitorOf(r), r.URL.Query()
	p := page{Language: languageOf(r, query.Get("language")), step: stepDocuments, guest: query.Get("guest")}
	v, err := s.look(r.Context(), who)
	if err == nil {
		err = v.mayChange()
	}
	if err == nil {
		err = web.CheckOrigin(r)
	}
	if err == nil {
		// The server's deadline for the answer already runs while the file arrives. If it can't be moved, it stays.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(intake.UploadPatience + time.Minute))
		r.Body = http.MaxBytesReader(w, r.Body, maxFile+maxForm)
		_, sent, failed := intake.ReadFile(w, r, maxFile, fileTypes)
		if err = failed; err == nil {
			err = s.sendPicture(r.Context(), who, v, p.guest, query.Get("kind"), sent)
		}
	}
	if err != nil {
		p.problem, p.typed = err, url.Values{}
		s.answer(w, r, p)
		return
	}
	redirect(w, r, who.token, p)
}

// showLogo sends the hotel's logo to whoever has a link.
func (s pages) showLogo(w http.ResponseWriter, r *http.Request) {
	logo, err := s.logo(r.Context(), visitorOf(r))
	if err != nil {
		http.Error(w, "There is no logo.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", logo.Type)
	w.Header().Set("Cache-Control", "private, max-age=86400")
	_, _ = w.Write(logo.Content) // the visitor may be gone
}

// form is what somebody has typed, and what is wrong with it.
type form struct {
	values url.Values
	bad    errs.Fields
}

func readForm(w http.ResponseWriter, r *http.Request, proof string) (*form, error) {
	f := &form{values: url.Values{}}
	if err := web.CheckOrigin(r); err != nil {
		return f, err
	}
	limit := int64(maxForm)
	if proof == "" {
		limit = maxFirst
	}
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	if err := r.ParseForm(); err != nil {
		return f, errs.Invalid("The form could not be read. Open the link again.")
	}
	f.values = r.PostForm
	return f, nil
}

// text is a value on one line.
func (f *form) text(name string, most int) string {
	return f.check(name, f.values.Get(name), most, false)
}

func (f *form) check(name, value string, most int, lines bool) string {
	value = strings.TrimSpace(value)
	if lines {
		value = strings.ReplaceAll(value, "\r\n", "\n")
	}
	control := func(r rune) bool { return unicode.IsControl(r) && (!lines || r != '\n') }
	if !utf8.ValidString(value) || strings.ContainsFunc(value, control) || utf8.RuneCountInString(value) > most {
		f.bad.Add(name, "must have at most %d characters", most)
		return ""
	}
	return value
}

// html is the page as a browser gets it.
func (p page) html() string {
	p.Language = cmp.Or(p.Language, words.English)
	title := p.Say("Online check-in")
	if p.visit != nil {
		title = p.hotel.Name
	}
	html := markup.Fill(`<!doctype html>
<html lang="{{Language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{Title}}</title>
`, map[string]string{"Language": string(p.Language), "Title": title}) + "<style>" + pageCSS +
		"</style>\n</head>\n<body>\n<main>\n"
	if p.visit != nil && p.logoID != "" {
		html += markup.Fill(`<img class="logo" src="{{Source}}" alt="">`+"\n",
			map[string]string{"Source": PagePath + p.token + "/logo"})
	}
	html += markup.Fill("<h1>{{Title}}</h1>\n", map[string]string{"Title": title})
	if p.problem != nil {
		html += markup.Fill(`<p class="problem" role="alert">{{Message}}</p>`+"\n",
			map[string]string{"Message": p.fault()})
	}
	if p.visit != nil {
		html += p.body() + p.languages()
	}
	return html + "</main>\n</body>\n</html>\n"
}

// fault is what went wrong, in the page's language: fields are named by their labels.
func (p page) fault() string {
	var typed *errs.Error
	if !errors.As(p.problem, &typed) {
		return p.Say("Something went wrong on our side. Try again later.")
	}
	if len(typed.Fields) == 0 {
		return p.Say(typed.Message)
	}
	var list []string
	for _, field := range typed.Fields {
		if field.Message == typed.Message { // it is about the form as a whole
			return p.Say(field.Message)
		}
		name := field.Field[strings.LastIndex(field.Field, ".")+1:]
		if label := labels[name]; label != "" {
			name = p.Say(label)
		}
		list = append(list, name+": "+p.Say(field.Message))
	}
	return strings.Join(list, " · ")
}

// languages are links to the same page in each language.
func (p page) languages() string {
	html := markup.Fill("<footer>\n<nav aria-label=\"{{Label}}\">\n", map[string]string{"Label": p.Say("Language")})
	for _, one := range words.Known {
		shown := `<a href="{{Link}}" lang="{{Tag}}" hreflang="{{Tag}}">{{Name}}</a>` + "\n"
		if one == p.Language {
			shown = `<strong lang="{{Tag}}">{{Name}}</strong>` + "\n"
		}
		html += markup.Fill(shown, map[string]string{"Link": address(p.token, one, p.step, p.guest),
			"Tag": string(one), "Name": ownNames[one]})
	}
	return html + "</nav>\n</footer>\n"
}

// ownNames are the languages by what they call themselves.
var ownNames = map[words.Language]string{words.English: "English", words.Hindi: "हिन्दी"}
