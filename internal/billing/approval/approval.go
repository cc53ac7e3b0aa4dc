package approval

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/may"
)

// The kinds of acts.
const (
	Refund        = "refund"
	PaymentVoid   = "payment_void"
	CreditNote    = "credit_note"
	InvoiceVoid   = "invoice_void"
	Voucher       = "voucher"       // or the reversal of one
	Allowance     = "allowance"     // or a charge that is taken back
	Discount      = "discount"      // of a charge, of an invoice's own line, or of what nights cost
	Complimentary = "complimentary" // nights that cost nothing, by what they cost before or would cost
)

// modules are the kinds, with the modules whose manage flag it takes to approve them.
var modules = map[string]string{Refund: may.Payments, PaymentVoid: may.Payments, CreditNote: may.CreditNotes,
	InvoiceVoid: may.Invoices, Voucher: may.Accounts, Allowance: may.Bookings, Discount: may.Bookings,
	Complimentary: may.Bookings}

// The states of an approval. All but Pending are final.
const (
	Pending   = "pending"
	Approved  = "approved"
	Rejected  = "rejected"
	Withdrawn = "withdrawn"
	Expired   = "expired"
)

// life is how long an approval waits.
const life = 7 * 24 * time.Hour

// keyLife is how long a decided approval is the answer to its request's Idempotency-Key, as other answers are.
const keyLife = 24 * time.Hour

const (
	// maxFailures is how many wrong codes in a row lock a member's code for codeLock.
	maxFailures = 5
	codeLock    = time.Hour
)

// Limits are those of a hotel, as they are kept.
type Limits struct {
	Of        map[string]money.Amount `db:"limits,json"` // by kind; an act of more needs a second person
	OwnActs   bool                    `db:"own_acts"`    // whoever may approve an act needs nobody else for one's own
	UpdatedAt int64                   `db:"updated_at"`
	Version   int64                   `db:"version,version"`
}

// Document is what an act is done to, or what it makes.
type Document struct {
	Kind   string `json:"kind"` // as events name the resource
	ID     string `json:"id"`
	Number string `json:"number"`
}

// Act is what a request does of one kind.
type Act struct {
	Kind     string       `json:"kind"`
	Amount   money.Amount `json:"amount"`
	Document Document     `json:"document"`
}

// Request is what is done again when it is approved.
type Request struct {
	Method  string `json:"method"`
	URI     string `json:"uri"`
	Body    []byte `json:"body,omitempty"`
	IfMatch string `json:"ifMatch,omitempty"`
	Key     string `json:"key,omitempty"` // its Idempotency-Key
}

// Approval is a request that waits for a second person, or did.
type Approval struct {
	ID             string       `db:"approval_id,key"`
	Status         string       `db:"status"`
	Kind           string       `db:"kind"`   // of the first of its acts
	Amount         money.Amount `db:"amount"` // of that act
	Acts           []Act        `db:"acts,json"`
	DocumentKind   string       `db:"document_kind"`
	DocumentID     string       `db:"document_id"`
	DocumentNumber string       `db:"document_number"`
	Reason         string       `db:"reason"`
	Request        string       `db:"request"`     // a Request as JSON; "" once it is decided
	RequestKey     string       `db:"request_key"` // equal for the same request
	AskedBy        string       `db:"asked_by"`
	AskedByName    string       `db:"asked_by_name"`
	AskedAt        int64        `db:"asked_at"`   // UTC milliseconds
	ExpiresAt      int64        `db:"expires_at"` // UTC milliseconds
	DecidedBy      string       `db:"decided_by"`
	DecidedByName  string       `db:"decided_by_name"`
	DecidedAt      *int64       `db:"decided_at"` // UTC milliseconds
	DecisionReason string       `db:"decision_reason"`
	ByCode         bool         `db:"by_code"`
}

// Needed says that a request needs a second person. Where it can't wait for one it is a Conflict.
type Needed struct{ acts []Act }

func (n *Needed) Error() string { return n.Unwrap().Error() }

// Unwrap is what a caller is told whose request can't wait.
func (n *Needed) Unwrap() error {
	return errs.Conflict("This is above the hotel's limit for %s: a second person has to approve it, and here it can't "+
		"wait for that. Do it by itself, for one booking or document.", words[n.acts[0].Kind])
}

// words are the kinds in sentences.
var words = map[string]string{Refund: "refunds", PaymentVoid: "voiding payments", CreditNote: "credit notes",
	InvoiceVoid: "voiding invoices", Voucher: "vouchers", Allowance: "allowances", Discount: "discounts",
	Complimentary: "complimentary nights"}

// guard tells whether there is a limit for one of the kinds.
func (l Limits) guard(kinds ...string) bool {
	return slices.ContainsFunc(kinds, func(kind string) bool { _, set := l.Of[kind]; return set })
}

// above are the acts of a request that are above their limits: all of one kind count together.
func (l Limits) above(acts []Act) []Act {
	var sums []Act
	for _, a := range acts {
		at := slices.IndexFunc(sums, func(s Act) bool { return s.Kind == a.Kind })
		if at < 0 {
			sums = append(sums, a)
		} else {
			sums[at].Amount += a.Amount
		}
	}
	return slices.DeleteFunc(sums, func(a Act) bool {
		limit, set := l.Of[a.Kind]
		return !set || a.Amount <= limit
	})
}

// covers refuses acts above a limit that are more than what the approval was asked for.
func (a Approval) covers(acts []Act, currency string) error {
	for _, act := range acts {
		var asked money.Amount
		for _, one := range a.Acts {
			if one.Kind == act.Kind {
				asked = one.Amount
			}
		}
		if act.Amount > asked {
			return errs.Conflict("It would be %s of %s by now, and %s was asked for. Withdraw it and ask again.",
				act.Amount.Text(currency), words[act.Kind], asked.Text(currency))
		}
	}
	return nil
}

// mayApprove tells whether somebody may approve all of the acts.
func mayApprove(p scope.Permissions, acts []Act) bool {
	return !slices.ContainsFunc(acts, func(a Act) bool { return !p.Has(modules[a.Kind], scope.Manage) })
}

// approves tells whether somebody may approve acts of any kind.
func approves(p scope.Permissions) bool { return len(managed(p)) > 0 }

// managed are the kinds of acts that somebody may approve.
func managed(p scope.Permissions) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(modules)), func(kind string) bool {
		return !p.Has(modules[kind], scope.Manage)
	})
}

// viewed are the kinds that are about modules which somebody may view.
func viewed(p scope.Permissions) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(modules)), func(kind string) bool {
		return !p.Has(modules[kind], scope.View)
	})
}

// checkApprover refuses who may not approve the acts.
func checkApprover(sc scope.Scope, a Approval, l Limits) error {
	for _, act := range a.Acts {
		if need := may.Manage(modules[act.Kind]); !sc.Permissions.Has(need.Module, need.Flag) {
			return need.Missing()
		}
	}
	if sc.User == a.AskedBy && !l.OwnActs {
		return errs.Forbidden("You have asked for this yourself: somebody else has to approve it.")
	}
	return nil
}

// open refuses an approval that doesn't wait any more.
func (a Approval) open(now time.Time) error {
	switch {
	case a.Status == Expired || a.Status == Pending && a.ExpiresAt <= now.UnixMilli():
		return errs.Conflict("This has expired: nobody has decided it in seven days. Ask again.")
	case a.Status == Withdrawn:
		return errs.Conflict("This was withdrawn by %s.", a.DecidedByName)
	case a.Status != Pending:
		return errs.Conflict("This was %s by %s already.", a.Status, a.DecidedByName)
	}
	return nil
}

// title says in a line what an approval is for.
func (a Approval) title(currency string) string {
	text := fmt.Sprintf("%s for %s", a.Amount.Grouped(currency), words[a.Kind])
	if a.DocumentNumber != "" {
		text += " (" + a.DocumentNumber + ")"
	}
	return text
}
