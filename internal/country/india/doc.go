// Package india is India: the goods and services tax (GST) with its parts and numbers, rule 46 of the CGST rules on
// documents, a financial year from 1 April, and what the law asks of guests.
//
// Sources: notifications 11/2017 and 5/2025 (food), 4/2022 and 15/2025 (rooms), rule 46 (documents), section 34 of the
// CGST Act (credit notes), and the rules on foreigners with their Form III.
package india
