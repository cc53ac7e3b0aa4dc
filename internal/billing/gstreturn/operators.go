package gstreturn

import (
	"cmp"
	"maps"
	"slices"

	"sarai/internal/billing/payout"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Operators is table 14: supplies through e-commerce operators, which are in the other tables too.
type Operators struct {
	Collecting []Operator `json:"clttx" doc:"14(a): through operators who collect tax at source (section 52)"`
}

// Operator is a row of table 14.
type Operator struct {
	GSTIN string       `json:"etin" doc:"The operator's number as a tax collector" example:"27AAACM3025E1CA"`
	Value money.Number `json:"suppval" doc:"Taxable value, less credit notes" example:"9000.00"`
	IGST  money.Number `json:"igst" example:"0.00"`
	CGST  money.Number `json:"cgst" example:"810.00"`
	SGST  money.Number `json:"sgst" doc:"SGST or UTGST" example:"810.00"`
	Cess  money.Number `json:"cess" example:"0.00"`
	Flag  string       `json:"flag" enum:"N" doc:"N: a new row" example:"N"`
	name  string
}

// nameOperators gives each paper the operator through whom it was supplied.
func nameOperators(tx *db.Tx, sc scope.Scope, papers ...[]paper) error {
	bookedFor := map[string]string{}
	for _, p := range slices.Concat(papers...) {
		bookedFor[p.invoice] = p.company
	}
	operators, err := payout.Operators(tx, sc, bookedFor)
	for _, list := range papers {
		for i, p := range list {
			if who, known := operators[p.invoice]; known {
				list[i].operator = &who
			}
		}
	}
	return err
}

// throughOperators are the taxed supplies by operator; nil if there are none. A sum below zero is of a month with more
// credit notes than invoices.
func throughOperators(supplies []paper) *Operators {
	all, names := map[string]amounts{}, map[string]string{}
	for _, p := range supplies {
		if p.operator == nil {
			continue
		}
		gstin := p.operator.GSTIN
		names[gstin] = cmp.Or(names[gstin], p.operator.Name)
		for _, s := range p.sums {
			if s.taxed() {
				all[gstin] = all[gstin].plus(s.amounts)
			}
		}
	}
	var rows []Operator
	for _, gstin := range slices.Sorted(maps.Keys(all)) {
		if a := all[gstin]; a != (amounts{}) {
			rows = append(rows, Operator{GSTIN: gstin, Value: exact(a.taxable), IGST: exact(0), CGST: exact(a.cgst),
				SGST: exact(a.sgst), Cess: exact(0), Flag: "N", name: names[gstin]})
		}
	}
	if rows == nil {
		return nil
	}
	return &Operators{rows}
}

// operatorSheet is table 14 as the offline tool has it.
func (r Return) operatorSheet() sheet {
	const value, integrated, central, state = "Net value of supplies", "Integrated tax", "Central tax", "State/UT tax"
	s := sheet{"eco", "Summary For Supplies through ECO-14", []string{"Nature of Supply", "GSTIN of E-Commerce Operator",
		"E-Commerce Operator Name", value, integrated, central, state, "Cess"},
		map[string]string{value: "Total Value", integrated: "Total Integrated Tax", central: "Total Central Tax",
			state: "Total State/UT Tax", "Cess": "Total Cess"}, nil}
	for _, o := range r.Operators.Collecting {
		s.rows = append(s.rows, []any{"Liable to collect tax u/s 52(TCS)", o.GSTIN, o.name, o.Value, o.IGST, o.CGST, o.SGST,
			o.Cess})
	}
	return s
}
