package backup

import "sarai/internal/record/event"

var created = event.Define[createdDetails]("backup.created", "backup", 1,
	"A copy of the server's whole database was made.")

type createdDetails struct {
	File   string `json:"file" doc:"The copy's name" example:"sarai-20260414-063000.db"`
	Tables int    `json:"tables" doc:"How many tables it has"`
	Rows   int64  `json:"rows" doc:"How many rows they have together"`
}
