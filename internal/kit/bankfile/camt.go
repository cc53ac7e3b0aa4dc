package bankfile

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"sarai/internal/kit/money"
)

var errNothing = errors.New("must be an amount other than zero")

// The parts of CAMT.053 that are read, of all its versions: the names of elements have stayed.
type camtDocument struct {
	Statements []camtStatement `xml:"BkToCstmrStmt>Stmt"`
}

type camtStatement struct {
	IBAN     string        `xml:"Acct>Id>IBAN"`
	Other    string        `xml:"Acct>Id>Othr>Id"`
	Balances []camtBalance `xml:"Bal"`
	Entries  []camtEntry   `xml:"Ntry"`
}

type camtBalance struct {
	Code   string     `xml:"Tp>CdOrPrtry>Cd"`
	Amount camtAmount `xml:"Amt"`
	Side   string     `xml:"CdtDbtInd"`
}

type camtAmount struct {
	Value    string `xml:",chardata"`
	Currency string `xml:"Ccy,attr"`
}

type camtEntry struct {
	Reference string     `xml:"NtryRef"`
	Amount    camtAmount `xml:"Amt"`
	Side      string     `xml:"CdtDbtInd"`
	Status    struct {
		Text string `xml:",chardata"`
		Code string `xml:"Cd"`
	} `xml:"Sts"`
	Booked  camtDay     `xml:"BookgDt"`
	Value   camtDay     `xml:"ValDt"`
	BankRef string      `xml:"AcctSvcrRef"`
	Info    string      `xml:"AddtlNtryInf"`
	Parts   []camtParts `xml:"NtryDtls>TxDtls"`
}

type camtDay struct {
	Day  string `xml:"Dt"`
	Time string `xml:"DtTm"`
}

type camtParts struct {
	EndToEnd string   `xml:"Refs>EndToEndId"`
	Debtor   string   `xml:"RltdPties>Dbtr>Nm"`
	Creditor string   `xml:"RltdPties>Cdtr>Nm"`
	Texts    []string `xml:"RmtInf>Ustrd"`
	Info     string   `xml:"AddtlTxInf"`
}

func readCAMT(content, currency string) (File, error) {
	f := File{Format: CAMT}
	upper := strings.ToUpper(content)
	if strings.Contains(upper, "<!DOCTYPE") || strings.Contains(upper, "<!ENTITY") {
		return f, refused("must have no document type and no entities of its own: export the statement again")
	}
	decoder := xml.NewDecoder(strings.NewReader(content))
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is decoded already
	var document camtDocument
	if err := decoder.Decode(&document); err != nil {
		line, _ := decoder.InputPos()
		return f, at("line", line, "must be well-formed XML of a CAMT.053 statement")
	}
	if len(document.Statements) == 0 {
		return f, refused("must be a bank's CAMT.053 statement (BkToCstmrStmt): this XML has none")
	}
	account := cmp.Or(document.Statements[0].IBAN, document.Statements[0].Other)
	for i, s := range document.Statements {
		if cmp.Or(s.IBAN, s.Other) != account {
			return f, at("statement", i+1, "must be of the account of the first one: send a file for each account")
		}
		opening, closing, err := s.balances(i+1, currency)
		if err != nil {
			return f, err
		}
		if err := f.joinBalances(opening, closing, i+1, currency); err != nil {
			return f, err
		}
		part := File{}
		for n, e := range s.Entries {
			if status := strings.TrimSpace(cmp.Or(e.Status.Code, e.Status.Text)); status != "" && status != "BOOK" {
				continue // it may still not happen
			}
			line, err := e.line(n+1, currency)
			if err != nil {
				return f, err
			}
			part.Lines = append(part.Lines, line)
		}
		part.oldestFirst()
		f.Lines = append(f.Lines, part.Lines...)
	}
	return f, nil
}

func (s camtStatement) balances(number int, currency string) (opening, closing *money.Amount, err error) {
	for _, b := range s.Balances {
		if b.Code != "OPBD" && b.Code != "PRCD" && b.Code != "CLBD" {
			continue
		}
		if err := sameCurrency("statement", number, b.Amount.Currency, currency); err != nil {
			return nil, nil, err
		}
		left, err := signed(b.Amount.Value, b.Side, currency)
		if err != nil {
			return nil, nil, at("statement", number, "%s: %s", b.Code, err)
		}
		switch {
		case b.Code == "CLBD":
			closing = &left
		case b.Code == "OPBD" || opening == nil:
			opening = &left
		}
	}
	return opening, closing, nil
}

// signed is an amount with the side on which it stands.
func signed(text, side, currency string) (money.Amount, error) {
	amount, err := amountOf(text, currency)
	switch strings.TrimSpace(side) {
	case "CRDT":
	case "DBIT":
		amount = -amount
	default:
		err = cmp.Or(err, errors.New("CdtDbtInd must be CRDT or DBIT"))
	}
	return amount, err
}

func (e camtEntry) line(number int, currency string) (Line, error) {
	if err := sameCurrency("entry", number, e.Amount.Currency, currency); err != nil {
		return Line{}, err
	}
	moved, err := signed(e.Amount.Value, e.Side, currency)
	if err == nil && moved == 0 {
		err = errNothing
	}
	if err != nil {
		return Line{}, at("entry", number, "%s", err)
	}
	written := cmp.Or(e.Booked.Day, e.Booked.Time, e.Value.Day, e.Value.Time)
	on, err := dayOf(written[:min(len(written), 10)])
	if err != nil {
		return Line{}, at("entry", number, "BookgDt: %s", err)
	}
	line := Line{Day: on, Amount: moved, ID: clean(e.BankRef, 255), Reference: cmp.Or(e.BankRef, e.Reference)}
	texts := []string{e.Info}
	for _, p := range e.Parts {
		name := p.Debtor
		if moved < 0 {
			name = p.Creditor
		}
		texts = append(append(texts, name), append(p.Texts, p.Info)...)
		if p.EndToEnd != "" && p.EndToEnd != "NOTPROVIDED" && len(e.Parts) == 1 {
			line.Reference = p.EndToEnd
		}
	}
	line.Text = strings.Join(texts, " ")
	return line, nil
}
