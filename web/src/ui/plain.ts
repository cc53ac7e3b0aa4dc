import { dayText, number } from '../i18n/format'
import { i18n, t } from '../i18n/i18n.svelte'

/** labelOf names a field of a request, such as `rooms[0].ratePerNight`, as screens do: of several, with its number. */
export function labelOf(field: string): string {
  const entry = /\[(\d+)\]/.exec(field)
  return entry ? `${nameOf(field)} (${number(Number(entry[1]) + 1)})` : nameOf(field)
}

function nameOf(field: string): string {
  const name =
    field
      .replace(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? field
  const key = `fields.${name}`
  if (i18n.has(key)) return t(key)
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// The server's days, such as `Tue, 14 Apr 2026` or `14 Apr 2026`, and those in digits that old notifications have.
const day = new RegExp(String.raw`\b([A-Z][a-z]{2}, )?(\d{1,2}) (${months.join('|')}) (\d{4})\b`, 'g')
const digits = /\b\d{4}-\d\d-\d\d\b/g

const short = { day: 'numeric', month: 'short', year: 'numeric' } as const
const two = (n: number | string) => String(n).padStart(2, '0')

/**
 * plain is what the server says as people say it: days in the words of their language, and permissions by their names
 * on the screen.
 */
export function plain(text: string): string {
  return text
    .replace(/^(force )?must be true to go on, and needs bookings\.manage: /, '')
    .replace(day, (_, weekday: string | undefined, date: string, month: string, year: string) =>
      dayText(`${year}-${two(months.indexOf(month) + 1)}-${two(date)}`, weekday ? undefined : short),
    )
    .replace(digits, (day) => dayText(day, short))
    .replace(/\b([a-z_]+)\.(view|create|update|delete|manage)\b/g, (whole, module: string, flag: string) => {
      const [of, may] = [`settings.modules.${module}`, `settings.flags.${flag}`]
      return i18n.has(of) && i18n.has(may) ? `“${t(of)}: ${t(may)}”` : whole
    })
    .replace(/:? [A-Z]{3,6} \/api\/\S+$/, '.') // people have screens for that
    .replace(/\.\.$/, '.')
}
