package chart

import "sarai/internal/record/event"

var placed = event.Define[details]("account.placed", "account", 2,
	"An account got another code, heading, department or duty in the chart.")

type details struct {
	Name       string `json:"name" doc:"The account's name" example:"Key deposits"`
	Code       string `json:"code" doc:"Its code in the chart; empty: none" example:"2400"`
	ParentID   string `json:"parentId" doc:"The account that it is under; empty: none"`
	Department string `json:"department" doc:"Of income and expenses" example:"rooms"`
	MustBeZero bool   `json:"mustBeZero" doc:"The end of a month waits until it is zero"`
}
