package contact

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strings"
)

// Address is a postal address. Every line may be empty.
type Address struct {
	Line1   string `json:"line1" doc:"House and street" example:"12 Lake Road"`
	Line2   string `json:"line2" doc:"What helps to find it" example:"Near Gangaur Ghat"`
	City    string `json:"city" doc:"Town" example:"Udaipur"`
	State   string `json:"state" doc:"State or province" example:"Rajasthan"`
	Pincode string `json:"pincode" doc:"Postal code" example:"313001"`
	Country string `json:"country" doc:"Country" example:"India"`
}

// Value stores the address as JSON text.
func (a Address) Value() (driver.Value, error) {
	text, err := json.Marshal(a)
	return string(text), err
}

// Scan reads what Value stored.
func (a *Address) Scan(stored any) error {
	switch stored := stored.(type) {
	case string:
		return json.Unmarshal([]byte(stored), a)
	case []byte:
		return json.Unmarshal(stored, a)
	}
	return fmt.Errorf("an address is stored as text, not as %T", stored)
}

// OneLine is the address on one line; empty for an empty one.
func (a Address) OneLine() string {
	var parts []string
	for _, part := range []string{a.Line1, a.Line2, strings.TrimSpace(a.City + " " + a.Pincode), a.State, a.Country} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}
