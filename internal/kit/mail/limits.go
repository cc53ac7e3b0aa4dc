package mail

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
)

// Limits are how many mails a day (UTC) may be asked for. 0 is no limit.
type Limits struct {
	Organization int64 // by all people and jobs of an organization
	User         int64 // by one of its people
	Recipient    int64 // to one address, by all organizations together
}

var errLimits = errors.New(`must be three numbers of mails a day, by organization, user and recipient, such as ` +
	`2000/500/20 (0: no limit), or "off"`)

// ParseLimits reads "2000/500/20" or "off".
func ParseLimits(text string) (l Limits, err error) {
	if text == "off" {
		return l, nil
	}
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return l, errLimits
	}
	for i, limit := range []*int64{&l.Organization, &l.User, &l.Recipient} {
		if *limit, err = strconv.ParseInt(parts[i], 10, 32); err != nil || *limit < 0 {
			return Limits{}, errLimits
		}
	}
	return l, nil
}

// everybody stands in the place of the organization where all of them count together.
const everybody = "everybody"

// limit is one that a mail counts against.
type limit struct {
	org   string
	who   string
	most  int64
	whose string // in a sentence
}

func (l Limits) of(org string, m Message) []limit {
	var list []limit
	if l.Organization > 0 {
		list = append(list, limit{org, "", l.Organization, "the organization"})
	}
	if l.User > 0 && m.By != "" {
		list = append(list, limit{org, "user:" + m.By, l.User, "you"})
	}
	if l.Recipient > 0 {
		list = append(list, limit{everybody, "to:" + strings.ToLower(m.To), l.Recipient, "this address"})
	}
	return list
}

// count counts the mail against its limits, and returns the one that is reached, or nil. Nobody's limit keeps a mail
// back that lets a person in and that neither a member nor a stranger has asked for, as a reset, nor the news that an
// organization sends its own people, who have all come in by a mail.
func (l Limits) count(tx *db.Tx, org string, m Message) (reached *limit, err error) {
	if m.SignIn && m.By == "" && !m.Stranger || m.Member {
		return nil, nil
	}
	for _, one := range l.of(org, m) {
		counted, err := tx.Exec(`INSERT INTO mail_counts (org_id, day, who, number) VALUES ($1, $2, $3, 1)
			ON CONFLICT (org_id, day, who) DO UPDATE SET number = mail_counts.number + 1 WHERE mail_counts.number < $4`,
			one.org, tx.Now.Format(time.DateOnly), one.who, one.most)
		if err != nil {
			return nil, err
		}
		if counted == 0 {
			return &one, nil
		}
	}
	return nil, nil
}

// sentence says that the limit is reached.
func (l limit) sentence() string {
	if strings.HasPrefix(l.who, "to:") {
		return fmt.Sprintf("%s has got the %d mails that one may get in a day", l.whose, l.most)
	}
	return fmt.Sprintf("%s may send %d mails a day, and has sent them", l.whose, l.most)
}

// refusal is a 429 until the next day.
func (l limit) refusal(now time.Time) error {
	sentence := l.sentence()
	if l.whose == "you" {
		sentence = fmt.Sprintf("you may send %d mails a day, and have sent them", l.most)
	}
	tomorrow := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	return errs.TooMany(strings.ToUpper(sentence[:1])+sentence[1:]+". Try again after midnight UTC.", tomorrow.Sub(now))
}

// ForgetCounts deletes the counts of days that are over. A background job calls it.
func ForgetCounts(tx *db.Tx) error {
	return tx.Do(`DELETE FROM mail_counts WHERE day < $1`, tx.Now.Format(time.DateOnly))
}

// Erase deletes the mails and their counts of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "outbox", "mail_counts") }
