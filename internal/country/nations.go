package country

import (
	"regexp"
	"strings"
)

// Nation is a country, or whoever else gives people passports.
type Nation struct {
	Code string // ISO 3166-1 alpha-3, or ICAO's own (Doc 9303, part 3, section 5)
	Name string
}

// NationOf finds a nation by what people and passports write of it: its code (also Germany's D), its name, or what its
// people are called, where that is known.
func NationOf(text string) (Nation, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if code, known := peoples[text]; known {
		text = code
	}
	n, known := nations[text]
	return n, known
}

// peoples are what people write for their nationality instead of the country's name, and other names of countries.
var peoples = map[string]string{"american": "usa", "us": "usa", "united states of america": "usa", "afghan": "afg",
	"australian": "aus", "austrian": "aut", "bangladeshi": "bgd", "belgian": "bel", "bharat": "ind", "bharatiya": "ind",
	"bhutanese": "btn", "brazilian": "bra", "british": "gbr", "uk": "gbr", "britain": "gbr", "england": "gbr",
	"burmese": "mmr", "canadian": "can", "chinese": "chn", "danish": "dnk", "dutch": "nld", "emirati": "are", "uae": "are",
	"finnish": "fin", "french": "fra", "d": "deu", "german": "deu", "in": "ind", "indian": "ind", "indonesian": "idn",
	"iranian": "irn", "irish": "irl", "israeli": "isr", "italian": "ita", "japanese": "jpn", "kenyan": "ken",
	"korean": "kor", "malaysian": "mys", "maldivian": "mdv", "nepalese": "npl", "nepali": "npl", "new zealander": "nzl",
	"nigerian": "nga", "norwegian": "nor", "pakistani": "pak", "polish": "pol", "portuguese": "prt", "russian": "rus",
	"saudi": "sau", "singaporean": "sgp", "south african": "zaf", "spanish": "esp", "sri lankan": "lka",
	"swedish": "swe", "swiss": "che", "thai": "tha", "turkish": "tur", "ukrainian": "ukr", "vietnamese": "vnm"}

// PassportShape is what the numbers of a nation's passports look like.
type PassportShape struct {
	Like  string // in words, as the end of a sentence: "a letter and seven digits"
	shape *regexp.Regexp
}

// Fits tells whether the number, without spaces and hyphens, can be one of such a passport.
func (p PassportShape) Fits(number string) bool { return p.shape.MatchString(strings.ToUpper(number)) }

// PassportShapeOf is the shape of the passports of the nation with this code, if its rule is known here.
func PassportShapeOf(code string) (PassportShape, bool) {
	p, known := passportShapes[code]
	return p, known
}

// passportShapes are only those whose rule is stable and well known; an unknown one is no reason to refuse a number.
var passportShapes = map[string]PassportShape{
	"IND": shape(`[A-Z][0-9]{7}`, "a letter and seven digits"),
	"GBR": shape(`[0-9]{9}`, "nine digits"),
	"USA": shape(`[0-9]{9}|[A-Z][0-9]{8}`, "nine digits, or a letter and eight digits"),
	"FRA": shape(`[0-9]{2}[A-Z]{2}[0-9]{5}`, "two digits, two letters and five digits"),
	"AUS": shape(`[A-Z]{1,2}[0-9]{7}`, "one or two letters and seven digits"),
	"JPN": shape(`[A-Z]{2}[0-9]{7}`, "two letters and seven digits"),
	"CAN": shape(`[A-Z]{2}[0-9]{6}|[A-Z][0-9]{6}[A-Z]{2}`,
		"two letters and six digits, or a letter, six digits and two letters"),
	"SGP": shape(`[A-Z][0-9]{7}[A-Z]`, "a letter, seven digits and a letter"),
}

func shape(pattern, like string) PassportShape {
	return PassportShape{like, regexp.MustCompile(`^(` + pattern + `)$`)}
}

// nations are by code and by name, in small letters.
var nations = func() map[string]Nation {
	found := map[string]Nation{}
	for line := range strings.Lines(nationNames) {
		code, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		found[strings.ToLower(code)] = Nation{code, name}
		if _, known := found[strings.ToLower(name)]; !known { // the United Kingdom has several codes
			found[strings.ToLower(name)] = Nation{code, name}
		}
	}
	found["united kingdom"] = found["gbr"]
	return found
}()

const nationNames = `ABW Aruba
AFG Afghanistan
AGO Angola
AIA Anguilla
ALA Åland Islands
ALB Albania
AND Andorra
ARE United Arab Emirates
ARG Argentina
ARM Armenia
ASM American Samoa
ATA Antarctica
ATF French S. Terr.
ATG Antigua and Barbuda
AUS Australia
AUT Austria
AZE Azerbaijan
BDI Burundi
BEL Belgium
BEN Benin
BES Caribbean NL
BFA Burkina Faso
BGD Bangladesh
BGR Bulgaria
BHR Bahrain
BHS Bahamas
BIH Bosnia and Herzegovina
BLM St Barthelemy
BLR Belarus
BLZ Belize
BMU Bermuda
BOL Bolivia
BRA Brazil
BRB Barbados
BRN Brunei
BTN Bhutan
BVT Bouvet Island
BWA Botswana
CAF Central African Rep.
CAN Canada
CCK Cocos Islands
CHE Switzerland
CHL Chile
CHN China
CIV Côte d'Ivoire
CMR Cameroon
COD DR Congo
COG Congo
COK Cook Islands
COL Colombia
COM Comoros
CPV Cape Verde
CRI Costa Rica
CUB Cuba
CUW Curaçao
CXR Christmas Island
CYM Cayman Islands
CYP Cyprus
CZE Czech Republic
DEU Germany
DJI Djibouti
DMA Dominica
DNK Denmark
DOM Dominican Republic
DZA Algeria
ECU Ecuador
EGY Egypt
ERI Eritrea
ESH Western Sahara
ESP Spain
EST Estonia
ETH Ethiopia
EUE European Union
FIN Finland
FJI Fiji
FLK Falkland Islands
FRA France
FRO Faroe Islands
FSM Micronesia
GAB Gabon
GBD United Kingdom
GBN United Kingdom
GBO United Kingdom
GBP United Kingdom
GBR United Kingdom
GBS United Kingdom
GEO Georgia
GGY Guernsey
GHA Ghana
GIB Gibraltar
GIN Guinea
GLP Guadeloupe
GMB Gambia
GNB Guinea-Bissau
GNQ Equatorial Guinea
GRC Greece
GRD Grenada
GRL Greenland
GTM Guatemala
GUF French Guiana
GUM Guam
GUY Guyana
HKG Hong Kong
HMD Heard and McDonald Islands
HND Honduras
HRV Croatia
HTI Haiti
HUN Hungary
IDN Indonesia
IMN Isle of Man
IND India
IOT British Indian Ocean Territory
IRL Ireland
IRN Iran
IRQ Iraq
ISL Iceland
ISR Israel
ITA Italy
JAM Jamaica
JEY Jersey
JOR Jordan
JPN Japan
KAZ Kazakhstan
KEN Kenya
KGZ Kyrgyzstan
KHM Cambodia
KIR Kiribati
KNA St Kitts and Nevis
KOR South Korea
KWT Kuwait
LAO Laos
LBN Lebanon
LBR Liberia
LBY Libya
LCA St Lucia
LIE Liechtenstein
LKA Sri Lanka
LSO Lesotho
LTU Lithuania
LUX Luxembourg
LVA Latvia
MAC Macau
MAF St Martin
MAR Morocco
MCO Monaco
MDA Moldova
MDG Madagascar
MDV Maldives
MEX Mexico
MHL Marshall Islands
MKD North Macedonia
MLI Mali
MLT Malta
MMR Myanmar
MNE Montenegro
MNG Mongolia
MNP Northern Mariana Islands
MOZ Mozambique
MRT Mauritania
MSR Montserrat
MTQ Martinique
MUS Mauritius
MWI Malawi
MYS Malaysia
MYT Mayotte
NAM Namibia
NCL New Caledonia
NER Niger
NFK Norfolk Island
NGA Nigeria
NIC Nicaragua
NIU Niue
NLD Netherlands
NOR Norway
NPL Nepal
NRU Nauru
NZL New Zealand
OMN Oman
PAK Pakistan
PAN Panama
PCN Pitcairn
PER Peru
PHL Philippines
PLW Palau
PNG Papua New Guinea
POL Poland
PRI Puerto Rico
PRK North Korea
PRT Portugal
PRY Paraguay
PSE Palestine
PYF French Polynesia
QAT Qatar
REU Réunion
RKS Kosovo
ROU Romania
RUS Russia
RWA Rwanda
SAU Saudi Arabia
SDN Sudan
SEN Senegal
SGP Singapore
SGS South Georgia
SHN St Helena
SJM Svalbard and Jan Mayen
SLB Solomon Islands
SLE Sierra Leone
SLV El Salvador
SMR San Marino
SOM Somalia
SPM St Pierre and Miquelon
SRB Serbia
SSD South Sudan
STP Sao Tome and Principe
SUR Suriname
SVK Slovakia
SVN Slovenia
SWE Sweden
SWZ Eswatini
SXM Sint Maarten
SYC Seychelles
SYR Syria
TCA Turks and Caicos Islands
TCD Chad
TGO Togo
THA Thailand
TJK Tajikistan
TKL Tokelau
TKM Turkmenistan
TLS East Timor
TON Tonga
TTO Trinidad and Tobago
TUN Tunisia
TUR Turkey
TUV Tuvalu
TWN Taiwan
TZA Tanzania
UGA Uganda
UKR Ukraine
UMI US minor outlying islands
UNA United Nations
UNO United Nations
URY Uruguay
USA United States
UZB Uzbekistan
VAT Vatican City
VCT St Vincent
VEN Venezuela
VGB British Virgin Islands
VIR US Virgin Islands
VNM Vietnam
VUT Vanuatu
WLF Wallis and Futuna
WSM Samoa
XXA Stateless
XXB Refugee
XXC Refugee
XXX Unspecified
YEM Yemen
ZAF South Africa
ZMB Zambia
ZWE Zimbabwe`
