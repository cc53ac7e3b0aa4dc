package registration

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"sarai/internal/country/words"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/markup"
	"sarai/internal/kit/web"
)

var (
	//go:embed page/*
	pageFiles embed.FS

	pageCSS, pageForm = pageFile("page.css"), pageFile("form.html")

	// The one style sheet and the one script are allowed by their hashes; anything else and anything from elsewhere is
	// not.
	pagePolicy = "default-src 'none'; style-src 'sha256-" + hashed(pageCSS) + "'; script-src " + PadSource +
		"; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

const pageFrame = `<!doctype html>
<html lang="{{Language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{Title}}</title>
`

func pageFile(name string) string {
	content, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic(err)
	}
	return string(content)
}

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// maxPageForm is how many bytes the page's form may have: the picture of a signature as base64, and the rest.
const maxPageForm = 400 << 10

// Pages mounts what links to cards open: a page with one card, to be completed and signed. Opening it changes nothing.
func (s *Service) Pages(r chi.Router) {
	r.Get(PagePath, s.showPage)
	r.Post(PagePath, s.takePage)
}

func (s *Service) showPage(w http.ResponseWriter, r *http.Request) {
	s.answerPage(w, r, r.URL.Query().Get("token"), nil)
}

// answerPage shows the card of a link with what went wrong, or only what went wrong.
func (s *Service) answerPage(w http.ResponseWriter, r *http.Request, token string, problem error) {
	o, err := s.openLink(r.Context(), web.Visitor(r), token)
	if err != nil {
		writePage(w, words.English, "", "", err)
		return
	}
	language := words.Of(o.sc)
	writePage(w, language, o.hotel, markup.Fill(pageForm, map[string]string{"Guest": o.guest, "Stay": o.stay,
		"Room": o.room, "Token": token, "ComingFrom": o.answers.ComingFrom, "GoingTo": o.answers.GoingTo,
		"Purpose": o.answers.Purpose, "Vehicle": o.answers.Vehicle, "Terms": o.terms,
		"LabelFrom": language.Say("Arriving from"), "LabelTo": language.Say("Going to"),
		"LabelPurpose": language.Say("Purpose of the visit"), "LabelVehicle": language.Say("Vehicle number"),
		"SignElsewhere": language.Say("Who doesn't sign here signs at the front desk.")})+Pad(language, true)+
		markup.Fill(`<div class="buttons"><button>{{Submit}}</button></div>`+"\n</form>\n",
			map[string]string{"Submit": language.Say("Sign")}), problem)
}

func (s *Service) takePage(w http.ResponseWriter, r *http.Request) {
	token, a, picture, err := readPage(w, r)
	if err == nil {
		err = s.signByLink(r.Context(), web.Visitor(r), token, a, picture)
	}
	if err != nil {
		s.answerPage(w, r, token, err)
		return
	}
	writePage(w, words.English, "", "<p>Thank you. The card is signed; please give the tablet back.</p>\n", nil)
}

// readPage reads the page's form.
func readPage(w http.ResponseWriter, r *http.Request) (token string, a Answers, picture []byte, err error) {
	if err := web.CheckOrigin(r); err != nil {
		return "", a, nil, err
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxPageForm)
	if err := r.ParseForm(); err != nil {
		return "", a, nil, errs.Invalid("The form could not be read. Open the link again.")
	}
	var bad errs.Fields
	text := func(name string, most int) string {
		value := strings.TrimSpace(r.PostForm.Get(name))
		if !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) ||
			utf8.RuneCountInString(value) > most {
			bad.Add(name, "must be a text of at most %d characters on one line", most)
			return ""
		}
		return value
	}
	a = Answers{text("comingFrom", 120), text("goingTo", 120), text("purpose", 120), text("vehicle", 40)}
	token = r.PostForm.Get("token")
	encoded, found := strings.CutPrefix(r.PostForm.Get("signature"), "data:image/png;base64,")
	if picture, err = base64.StdEncoding.DecodeString(encoded); err != nil || !found {
		bad.Add("signature", "must be drawn before the card is sent")
	}
	return token, a, picture, bad.Err()
}

// writePage writes a page with a title, what is on it, and what went wrong.
func writePage(w http.ResponseWriter, language words.Language, hotel, body string, problem error) {
	status, title := http.StatusOK, hotel
	if title == "" {
		title = "Registration"
	}
	html := markup.Fill(pageFrame, map[string]string{"Language": string(language), "Title": title}) + "<style>" + pageCSS +
		"</style>\n</head>\n<body>\n<main>\n" + markup.Fill("<h1>{{Title}}</h1>\n", map[string]string{"Title": title})
	if problem != nil {
		status = http.StatusBadRequest
		message := "Something went wrong on our side. Try again later."
		var typed *errs.Error
		if errors.As(problem, &typed) {
			message = typed.Message
		} else {
			status = http.StatusInternalServerError
		}
		if errs.Is(problem, errs.KindForbidden) {
			status = http.StatusForbidden
		}
		html += markup.Fill(`<p class="problem" role="alert">{{Message}}</p>`+"\n", map[string]string{"Message": message})
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	html += body + "</main>\n" + PadScript + "</body>\n</html>\n"
	_, _ = io.WriteString(w, html) // the visitor may be gone
}
