// Package filing keeps what a hotel reports to the authorities about its guests from abroad: Form III, formerly Form C
// (Immigration and Foreigners Rules 2025, G.S.R. 596(E)). The portal has no interface for programs: somebody types the
// fields there, in the order in which this package gives them, and notes the reference here.
//
// Words: a form is the report of one person in one stay. It is due within 24 hours of the arrival, and again within 24
// hours of the departure. What is noted as filed is kept as it was filed; a field that differs afterwards asks for a
// correction.
//
// What always holds: every guest of a stay in India with a record that says they are from abroad (their nationality,
// who issued their passport, or a special category such as OCI) has a form from the arrival on, made in the transaction
// that checks them in or says so. Nobody is refused a room for a form that isn't complete. A form that was never filed
// goes if it was made by mistake; one that was filed stays, at least for the year of rule 17. Numbers of documents are
// whole only for who may manage guests; what was filed is stored encrypted.
package filing
