import { money, number } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import type { Tax } from './records'

const percent = (rate: number) => `${number(rate)} %`

/** rateText is a tax's rate, or its slabs: `5 % up to ₹7,500, 18 % above`. */
export function rateText({ rate, slabs }: Pick<Tax, 'rate' | 'slabs'>): string {
  if (!slabs?.length) return rate === null ? '' : percent(rate)
  return slabs
    .map((slab) =>
      slab.upTo === null
        ? t('settings.taxes.above', { rate: percent(slab.rate) })
        : t('settings.taxes.upTo', { rate: percent(slab.rate), price: money(slab.upTo) }),
    )
    .join(', ')
}
