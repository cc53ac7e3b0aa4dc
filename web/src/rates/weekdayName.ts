import { dayText } from '../i18n/format'
import { weekdays, type Weekday } from './cells'

const monday = 5 // of January 2026: any Monday would do

export const weekdayName = (day: Weekday): string =>
  dayText(`2026-01-${String(monday + weekdays.indexOf(day)).padStart(2, '0')}`, { weekday: 'short' })
