package app_test

import (
	"sarai/internal/books/ledger/ledgertest"
	"sarai/internal/kit/db"
)

// faults is where a check says what is wrong: a test, or a run of a property.
type faults interface {
	Helper()
	Errorf(format string, args ...any)
}

// report fails the test for every fault that the check finds in the organization's books.
func (c *caller) report(t faults, check func(tx *db.Tx, org string) ([]string, error)) {
	t.Helper()
	err := c.s.db.Read(c.s.t.Context(), func(tx *db.Tx) error {
		found, err := check(tx, c.org)
		for _, fault := range found {
			t.Errorf("%s", fault)
		}
		return err
	})
	if err != nil {
		t.Errorf("%v", err)
	}
}

// booksBalance holds everything that is kept of money against everything else: what must hold after any operation.
func booksBalance(t faults, c *caller) {
	t.Helper()
	booksHold(t, c)
	c.report(t, ledgertest.Gaps)
	c.statementsAddUp(t)
}

// booksHold is booksBalance without what takes the API's word for it: quick enough after every step.
func booksHold(t faults, c *caller) {
	t.Helper()
	c.report(t, ledgertest.Faults)
}

// statementsAddUp holds what the API says of the accounts together: balances, statements, and the trial balance.
func (c *caller) statementsAddUp(t faults) {
	t.Helper()
	trial := c.get("/api/accounts/{org}/trial-balance").want(200)
	if trial.number("data", "totalDebit") != trial.number("data", "totalCredit") {
		t.Errorf("the trial balance is not zero: %s", trial.raw)
	}
	inTrial := map[string]int64{}
	for _, row := range trial.list("data", "accounts") {
		r := row.(map[string]any)
		inTrial[r["account"].(string)] = paise(r["debit"]) - paise(r["credit"])
	}
	for _, entry := range c.get("/api/accounts/{org}/list").want(200).list("data") {
		a := entry.(map[string]any)
		id := a["_id"].(string)
		st := c.get("/api/accounts/{org}/" + id + "/statement").want(200)
		running := paise(st.at("data", "openingBalance"))
		for i := range st.list("data", "entries") {
			running += paise(st.at("data", "entries", i, "amount"))
			if running != paise(st.at("data", "entries", i, "balance")) {
				t.Errorf("the statement of %v doesn't run: %s", a["name"], st.raw)
			}
		}
		closing, balance := paise(st.at("data", "closingBalance")), paise(a["balance"])
		if running != closing || closing != balance || inTrial[id] != balance {
			t.Errorf("%v has %d by its list, %d by its statement, %d by the trial balance, and the entries come to %d", a["name"], balance, closing, inTrial[id], running)
		}
	}
}

// paise is an amount of the API in minor units.
func paise(number any) int64 {
	value := number.(float64) * 100
	if value < 0 {
		return -int64(-value + 0.5)
	}
	return int64(value + 0.5)
}
