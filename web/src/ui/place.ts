/** placeUnder puts a popover below the element that opened it, or above where below is no room, within the window. */
export function placeUnder(sheet: HTMLElement, opener: HTMLElement, align: 'start' | 'end' = 'start'): void {
  if (!sheet.matches(':popover-open')) sheet.showPopover()
  const gap = 4
  const edge = 8
  const from = opener.getBoundingClientRect()
  const atRight = (align === 'end') !== (document.documentElement.dir === 'rtl')
  const below = from.bottom + gap
  const above = from.top - sheet.offsetHeight - gap
  sheet.style.top = `${below + sheet.offsetHeight > innerHeight && above > 0 ? above : below}px`
  const left = atRight ? from.right - sheet.offsetWidth : from.left
  sheet.style.left = `${Math.max(edge, Math.min(left, innerWidth - sheet.offsetWidth - edge))}px`
}
