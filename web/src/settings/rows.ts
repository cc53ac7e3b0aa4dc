import { t } from '../i18n/i18n.svelte'
import type { Question } from '../ui/confirm'
import type { Action } from '../ui/table'

// Actions that most records of the settings share.

export const edit = (name: string, act: () => void): Action => ({
  label: t('settings.edit'),
  name: t('settings.editNamed', { name }),
  act,
})

export const remove = (name: string, act: () => void): Action => ({
  label: t('settings.delete'),
  name: t('settings.deleteNamed', { name }),
  act,
})

/** removal is the question before a record is deleted; `text` says what will happen. */
export const removal = (name: string, text: string, send: () => Promise<unknown>): Question => ({
  title: t('settings.deleteNamed', { name }),
  text,
  action: t('settings.delete'),
  send,
})
