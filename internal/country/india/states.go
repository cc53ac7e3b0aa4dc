package india

import "sarai/internal/country"

// states are the names of the states and union territories by their codes in a GSTIN. 25 and 28 are gone, but
// numbers with them still exist.
var states = country.States{
	"01": "Jammu and Kashmir", "02": "Himachal Pradesh", "03": "Punjab", "04": "Chandigarh", "05": "Uttarakhand",
	"06": "Haryana",
	"07": "Delhi", "08": "Rajasthan", "09": "Uttar Pradesh", "10": "Bihar", "11": "Sikkim", "12": "Arunachal Pradesh",
	"13": "Nagaland",
	"14": "Manipur", "15": "Mizoram", "16": "Tripura", "17": "Meghalaya", "18": "Assam", "19": "West Bengal",
	"20": "Jharkhand",
	"21": "Odisha", "22": "Chhattisgarh", "23": "Madhya Pradesh", "24": "Gujarat", "25": "Daman and Diu",
	"26": "Dadra and Nagar Haveli and Daman and Diu", "27": "Maharashtra", "28": "Andhra Pradesh", "29": "Karnataka",
	"30": "Goa",
	"31": "Lakshadweep", "32": "Kerala", "33": "Tamil Nadu", "34": "Puducherry", "35": "Andaman and Nicobar Islands",
	"36": "Telangana",
	"37": "Andhra Pradesh", "38": "Ladakh", "97": "Other Territory",
}

// unionTerritories have no legislature of their own: their half of the tax is UTGST. Delhi and Puducherry have one.
var unionTerritories = map[string]bool{"04": true, "25": true, "26": true, "31": true, "35": true, "38": true}

// StateName is the state or union territory with this code, the first two digits of a GSTIN; "" for an unknown one.
func StateName(code string) string { return states[code] }

// UnionTerritory tells whether the code is of a territory whose supplies bear UTGST instead of SGST.
func UnionTerritory(code string) bool { return unionTerritories[code] }
