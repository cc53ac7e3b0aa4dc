import type { Schemas } from '../api/client'
import { kinds } from '../money/words'
import { session } from '../session/session.svelte'

export type Line = Schemas['BankLineView']
export type Detailed = Schemas['BankDetailedLineView']
export type Entry = Schemas['BankEntryView']
export type Proposal = Schemas['BankProposalView']

export const views = ['lines', 'statements', 'rules', 'reconciliation'] as const

/** atBanks are the accounts that somebody else keeps, and makes statements of. */
export const atBanks = (accounts: readonly Schemas['LedgerView'][] = []) =>
  accounts.filter(({ kind, isActive }) => isActive && kind !== 'cash' && (kinds as readonly string[]).includes(kind))

/** at is an account in the path of a request. */
export const at = (accountId: string) => ({ orgId: session.orgId, accountId })

export const keyOf = ({ postingId, position }: Entry) => ({ postingId, position })

export const stateTones = { open: 'warn', matched: 'good', ignored: 'neutral' } as const
