package password

import (
	"fmt"
	"net/http"
	"strings"

	"sarai/internal/kit/errs"
)

// tongue is a language of the pages. English texts say which one is meant.
type tongue string

const (
	english tongue = "en"
	hindi   tongue = "hi"
)

// tongues are the languages by their own names, in the order in which they are offered.
var tongues = []struct {
	tag  tongue
	name string
}{{english, "English"}, {hindi, "हिन्दी"}}

// tongueOf is the language that the link or the form asks for, else the browser's first of ours, else English.
func tongueOf(form form, r *http.Request) tongue {
	wanted := append([]string{form.get("language")}, strings.Split(r.Header.Get("Accept-Language"), ",")...)
	for _, tag := range wanted {
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		primary, _, _ = strings.Cut(primary, ";")
		for _, one := range tongues {
			if primary == string(one.tag) {
				return one.tag
			}
		}
	}
	return english
}

// word is a text in this language; one that has no translation stays English.
func (t tongue) word(text string) string {
	if own, ok := inHindi[text]; ok && t == hindi {
		return own
	}
	return text
}

// with is a text with what it is about filled in.
func (t tongue) with(text string, about ...any) string { return fmt.Sprintf(t.word(text), about...) }

// fault is what an error says to a person: fields are named by their labels.
func (t tongue) fault(e *errs.Error) string {
	if len(e.Fields) == 1 {
		if label, ok := labels[e.Fields[0].Field]; ok {
			return t.word(label + " " + e.Fields[0].Message + ".")
		}
	}
	return t.word(e.Message)
}

var labels = map[string]string{"password": "The password", "newPassword": "The password", "name": "Your name"}

var inHindi = map[string]string{
	"This did not work": "यह नहीं हो सका",
	"Something went wrong on our side. Try again later.": "हमारी ओर कुछ गड़बड़ हुई। थोड़ी देर बाद फिर कोशिश करें।",
	"Open Sarai":     "Sarai खोलें",
	"Language":       "भाषा",
	"E-mail address": "ईमेल पता",
	"Your name":      "आपका नाम",

	"Set a new password":                  "नया पासवर्ड रखें",
	"You will be signed out everywhere.":  "आप हर जगह से साइन आउट हो जाएँगे।",
	"New password, at least 8 characters": "नया पासवर्ड, कम से कम 8 अक्षर",
	"Set the new password":                "नया पासवर्ड सेव करें",
	"Your new password is set":            "आपका नया पासवर्ड सेव हो गया",
	"You are signed out everywhere. Sign in with the new password.": "आप हर जगह से साइन आउट हो गए हैं। " +
		"नए पासवर्ड से साइन इन करें।",

	"Join %s":                      "%s से जुड़ें",
	"%s invites %s to join as %s.": "%s आपको (%s) %s के रूप में जुड़ने के लिए बुला रहा है।",
	"Accept":                       "मंज़ूर",
	"Decline":                      "नामंज़ूर",
	"%s is made":                   "%s बन गया है",
	"You have made it, and are its %s. Set a password next; then the console takes you through the first steps.": "आपने " +
		"इसे बनाया है और आप इसके %s हैं। अब पासवर्ड रखें, फिर कंसोल आपको पहले कदम दिखाएगा।",
	"Go on":          "आगे बढ़ें",
	"This wasn’t me": "यह मैंने नहीं किया",
	"Choose whether to accept or to decline.": "चुनें: मंज़ूर या नामंज़ूर।",
	"Invitation declined":                     "निमंत्रण नामंज़ूर किया गया",
	"Nothing else is left to do.":             "अब कुछ और करना बाकी नहीं है।",
	"Welcome":                                 "स्वागत है",
	"You are a member now. Sign in on this device, with the password that you have.": "अब आप जुड़ गए हैं। इस डिवाइस पर " +
		"अपने पुराने पासवर्ड से साइन इन करें।",
	"You are a member now. Sign in with the password that you have.": "अब आप जुड़ गए हैं। अपने पुराने पासवर्ड से साइन इन करें।",

	"One more step": "बस एक कदम और",
	"Set your name and a password to sign in with.": "अपना नाम और साइन इन का पासवर्ड रखें।",
	"Set your name and password":                    "अपना नाम और पासवर्ड रखें",
	"Set name and password":                         "नाम और पासवर्ड सेव करें",
	"Password, at least 8 characters":               "पासवर्ड, कम से कम 8 अक्षर",
	"Your account is ready":                         "आपका खाता तैयार है",
	"Sign in with %s and your new password.":        "%s और अपने नए पासवर्ड से साइन इन करें।",

	"The password must have at least 8 characters.":  "पासवर्ड में कम से कम 8 अक्षर होने चाहिए।",
	"The password must have at most 128 characters.": "पासवर्ड में ज़्यादा से ज़्यादा 128 अक्षर हो सकते हैं।",
	"Your name must have 1 to 120 characters.":       "नाम में 1 से 120 अक्षर होने चाहिए।",
	"The password is one of the passwords that people choose most: choose another.": "यह पासवर्ड बहुत लोग रखते हैं: " +
		"कोई दूसरा चुनें।",
	"The password is made of your e-mail address: choose another.": "यह पासवर्ड आपके ईमेल पते से बना है: कोई दूसरा चुनें।",
	"The password is made of the hotel's name: choose another.":    "यह पासवर्ड होटल के नाम से बना है: कोई दूसरा चुनें।",

	"This link is not valid, or a newer one has been sent. Open the newest mail, or ask to be invited again.": "यह लिंक " +
		"सही नहीं है, या इससे नया भेजा जा चुका है। सबसे नया ईमेल खोलें, या फिर से निमंत्रण माँगें।",
	"This invitation is not valid or has ended. Ask to be invited again.": "यह निमंत्रण सही नहीं है या ख़त्म हो चुका है। " +
		"फिर से निमंत्रण माँगें।",
	"This invitation has expired. Ask for it to be sent again.": "इस निमंत्रण की तारीख़ निकल चुकी है। इसे फिर से भेजने को कहें।",
	"This invitation has been used already. Sign in instead.":   "यह निमंत्रण काम में आ चुका है। अब साइन इन करें।",
	"This link to reset a password is not valid, or a newer one has been sent. Use the newest, or ask for another.": "पासवर्ड " +
		"बदलने का यह लिंक सही नहीं है, या इससे नया भेजा जा चुका है। सबसे नया खोलें, या दूसरा माँगें।",
	"This link to reset a password has been used already. Ask for a new one.": "पासवर्ड बदलने का यह लिंक काम में आ चुका है। " +
		"नया माँगें।",
	"This link to reset a password has expired. Ask for a new one.": "पासवर्ड बदलने के इस लिंक का समय निकल गया। नया माँगें।",
}
