package balance

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Daily is what payments, refunds and expenses come to on a day: a row of table daily_money.
type Daily struct {
	Day      date.Date
	Payments money.Amount // their number
	Received money.Amount
	Refunds  money.Amount // their number
	Refunded money.Amount
	Spent    money.Amount // on expenses, tax included
}

// AddDaily adds to the sums of a day.
func AddDaily(tx *db.Tx, sc scope.Scope, add Daily) error {
	return tx.Do(`INSERT INTO daily_money (org_id, day, payments, received, refunds, refunded, spent)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (org_id, day) DO UPDATE SET payments = daily_money.payments + excluded.payments,
			received = daily_money.received + excluded.received, refunds = daily_money.refunds + excluded.refunds,
			refunded = daily_money.refunded + excluded.refunded, spent = daily_money.spent + excluded.spent`,
		sc.Org, string(add.Day), int64(add.Payments), int64(add.Received), int64(add.Refunds), int64(add.Refunded),
		int64(add.Spent))
}

// Moved is what was received less refunded and what was spent, tax included, on the hotel's days [from, to].
func Moved(tx *db.Tx, sc scope.Scope, from, to date.Date) (received, spent money.Amount, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(received - refunded), 0) AS BIGINT),
			CAST(COALESCE(SUM(spent), 0) AS BIGINT)
		FROM daily_money WHERE org_id = $1 AND day >= $2 AND day <= $3`, sc.Org, string(from), string(to)).
		Scan(&received, &spent)
	return received, spent, err
}
