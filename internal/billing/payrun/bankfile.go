package payrun

import (
	"context"
	"encoding/xml"
	"time"
	"unicode/utf8"

	"sarai/internal/kit/export"
	"sarai/internal/kit/scope"
)

const painType = "application/xml"

// bankFile is the run as banks read bulk payments.
func (s *Service) bankFile(ctx context.Context, sc scope.Scope, in *Path) (export.File, error) {
	w, account, err := s.sent(ctx, sc, in.RunID.String())
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Payments", Headings: export.Row("Type", "Beneficiary name", "Beneficiary account", "IFSC",
		"Amount "+sc.Currency, "Reference", "Debit account", "Date")}
	for _, p := range w.Payees {
		t.Rows = append(t.Rows, export.Row(p.By(), p.Name, p.Account, p.IFSC, p.Amount.Number(sc.Currency), p.Number,
			account, w.PaidOn))
	}
	return export.File{Name: export.Name("bank-file", "", w.PaidOn), Tables: []export.Table{t}}, nil
}

// The elements of pain.001.001.03 that banks need of a credit transfer within India.
type (
	painDocument struct {
		XMLName xml.Name `xml:"urn:iso:std:iso:20022:tech:xsd:pain.001.001.03 Document"`
		Header  struct {
			ID      string `xml:"MsgId"`
			Created string `xml:"CreDtTm"`
			Number  int    `xml:"NbOfTxs"`
			Sum     string `xml:"CtrlSum"`
			By      string `xml:"InitgPty>Nm"`
		} `xml:"CstmrCdtTrfInitn>GrpHdr"`
		Payments painPayments `xml:"CstmrCdtTrfInitn>PmtInf"`
	}
	painPayments struct {
		ID        string         `xml:"PmtInfId"`
		Method    string         `xml:"PmtMtd"`
		Number    int            `xml:"NbOfTxs"`
		Sum       string         `xml:"CtrlSum"`
		Day       string         `xml:"ReqdExctnDt"`
		Debtor    string         `xml:"Dbtr>Nm"`
		Account   string         `xml:"DbtrAcct>Id>Othr>Id"`
		Agent     string         `xml:"DbtrAgt>FinInstnId>Othr>Id"`
		Transfers []painTransfer `xml:"CdtTrfTxInf"`
	}
	painTransfer struct {
		Reference string     `xml:"PmtId>EndToEndId"`
		Amount    painAmount `xml:"Amt>InstdAmt"`
		System    string     `xml:"CdtrAgt>FinInstnId>ClrSysMmbId>ClrSysId>Cd"`
		IFSC      string     `xml:"CdtrAgt>FinInstnId>ClrSysMmbId>MmbId"`
		Name      string     `xml:"Cdtr>Nm"`
		Account   string     `xml:"CdtrAcct>Id>Othr>Id"`
	}
	painAmount struct {
		Currency string `xml:"Ccy,attr"`
		Value    string `xml:",chardata"`
	}
)

// cut keeps as many characters as an element may have.
func cut(text string, most int) string {
	for utf8.RuneCountInString(text) > most {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// pain is the run as a message of ISO 20022.
func (w Whole) pain(sc scope.Scope, account string) ([]byte, error) {
	d, sum := painDocument{}, string(w.Total.Number(sc.Currency))
	d.Header.ID, d.Header.Number, d.Header.Sum, d.Header.By = w.ID, len(w.Payees), sum, cut(account, 70)
	d.Header.Created = time.UnixMilli(*w.ConfirmedAt).UTC().Format("2006-01-02T15:04:05Z")
	d.Payments = painPayments{ID: w.ID, Method: "TRF", Number: len(w.Payees), Sum: sum, Day: string(w.PaidOn),
		Debtor: cut(account, 70), Account: cut(account, 34), Agent: "NOTPROVIDED"}
	for _, p := range w.Payees {
		d.Payments.Transfers = append(d.Payments.Transfers, painTransfer{Reference: cut(p.Number, 35),
			Amount: painAmount{sc.Currency, string(p.Amount.Number(sc.Currency))}, System: "INFSC", IFSC: p.IFSC,
			Name: cut(p.Name, 70), Account: p.Account})
	}
	text, err := xml.MarshalIndent(d, "", "  ")
	return append([]byte(xml.Header), text...), err
}
