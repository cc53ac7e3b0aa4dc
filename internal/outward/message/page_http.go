package message

import (
	"errors"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"sarai/internal/country/words"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/markup"
	"sarai/internal/kit/web"
)

// PagePath is where a link to unsubscribe leads.
const PagePath = "/unsubscribe"

// maxPageForm is how many bytes a form may have that unsubscribes: one button's, or a mail program's.
const maxPageForm = 4 << 10

// pageSays is what the page says, by language.
var pageSays = map[words.Language]struct{ ask, which, button, done, stays string }{
	words.English: {"Do you want no more letters like this one?",
		"You will still get what belongs to a booking: its confirmation, what you need to know before you come, and " +
			"your invoice.", "Unsubscribe", "You are unsubscribed.",
		"If you change your mind, tell the hotel's desk."},
	words.Hindi: {"क्या इस तरह के और पत्र नहीं चाहिए?",
		"बुकिंग से जुड़ी बातें फिर भी मिलेंगी: पुष्टि, आने से पहले की ज़रूरी जानकारी और आपका बिल।", "सदस्यता छोड़ें",
		"अब आपको ऐसे पत्र नहीं मिलेंगे।", "मन बदले तो होटल के डेस्क को बताएँ।"},
}

const pageFrame = `<!doctype html>
<html lang="{{Language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{Hotel}}</title>
</head>
<body>
<main>
<h1>{{Hotel}}</h1>
`

// Pages mounts what links to unsubscribe open. Opening the page changes nothing, since programs that look into mails
// open links, too: only its button does, or the POST of a mail program (RFC 8058), which both need no login and no
// script.
func (s *Service) Pages(r chi.Router) {
	r.Get(PagePath, s.askPage)
	r.Post(PagePath, s.stopPage)
}

func (s *Service) askPage(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	o, err := s.openLink(r.Context(), web.Visitor(r), token)
	if err != nil {
		writeProblem(w, err)
		return
	}
	says := saysIn(o.language)
	writePage(w, http.StatusOK, o.language, o.hotel, markup.Fill("<p>{{Ask}}</p>\n<p>{{Which}}</p>\n"+
		`<form method="post" action="{{Path}}"><input type="hidden" name="token" value="{{Token}}">`+
		"<button>{{Button}}</button></form>\n",
		map[string]string{"Ask": says.ask, "Which": says.which, "Path": PagePath, "Token": token,
			"Button": says.button}))
}

func saysIn(l words.Language) struct{ ask, which, button, done, stays string } {
	if says, ok := pageSays[l]; ok {
		return says
	}
	return pageSays[words.English]
}

// stopPage takes the button's form, with the token in it, and a mail program's, with the token in the link. A form of
// another site may send it, too: whoever knows the token may unsubscribe.
func (s *Service) stopPage(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxPageForm)
	if err := r.ParseForm(); err != nil {
		writeProblem(w, errs.Invalid("The form could not be read. Open the link again."))
		return
	}
	token := r.PostForm.Get("token")
	if token == "" {
		token = r.URL.Query().Get("token")
	}
	o, err := s.unsubscribe(r.Context(), web.Visitor(r), token)
	if err != nil {
		writeProblem(w, err)
		return
	}
	says := saysIn(o.language)
	writePage(w, http.StatusOK, o.language, o.hotel, markup.Fill("<p>{{Done}}</p>\n<p>{{Stays}}</p>\n",
		map[string]string{"Done": says.done, "Stays": says.stays}))
}

func writeProblem(w http.ResponseWriter, err error) {
	status, message := http.StatusInternalServerError, "Something went wrong on our side. Try again later."
	var typed *errs.Error
	if errors.As(err, &typed) {
		status, message = http.StatusBadRequest, typed.Message
	}
	if errs.Is(err, errs.KindForbidden) {
		status = http.StatusForbidden
	}
	writePage(w, status, words.English, "Unsubscribe",
		markup.Fill(`<p role="alert">{{Message}}</p>`+"\n", map[string]string{"Message": message}))
}

func writePage(w http.ResponseWriter, status int, language words.Language, hotel, body string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy",
		"default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, markup.Fill(pageFrame, map[string]string{"Language": string(language), "Hotel": hotel})+
		body+"</main>\n</body>\n</html>\n") // the visitor may be gone
}
