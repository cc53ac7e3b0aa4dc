import { t } from '../i18n/i18n.svelte'
import type { Question } from '../ui/confirm'
import type { Action } from '../ui/table'

// What can be done with most records of the settings.

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

/** removal asks whether a record is to be deleted; `text` says what that means. */
export const removal = (name: string, text: string, send: () => Promise<unknown>): Question => ({
  title: t('settings.deleteNamed', { name }),
  text,
  action: t('settings.delete'),
  send,
})
