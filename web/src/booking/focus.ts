/**
 * focusFirst puts the focus where the work begins, once it is seen: an attachment for a screen that is a form. Who is in
 * a field of it already, on a slow machine, stays there.
 */
export function focusFirst(element: HTMLElement): void {
  requestAnimationFrame(function begin() {
    if (element.isConnected && !element.checkVisibility({ visibilityProperty: true })) {
      requestAnimationFrame(begin)
      return
    }
    const field = ':is(input, select, textarea)'
    if (element.querySelector(`${field}:focus`)) return
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    const place = first ?? element.querySelector<HTMLElement>(field)
    place?.focus()
  })
}
