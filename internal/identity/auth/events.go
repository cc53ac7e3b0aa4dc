package auth

import "sarai/internal/record/event"

var (
	recoveryCodeUsed = event.Define[event.None]("login.mfa_recovery_code_used", "login", 1,
		"A member has used up a recovery code instead of a code of the app.")

	recoveryCodesRenewed = event.Define[event.None]("login.mfa_recovery_codes", "login", 1,
		"A member has made new recovery codes, which replace those before.")
)
