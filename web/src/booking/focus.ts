/** focusFirst puts the focus where the work begins, once it is seen: an attachment for a screen that is a form. */
export function focusFirst(element: HTMLElement): void {
  requestAnimationFrame(function begin() {
    if (element.isConnected && !element.checkVisibility({ visibilityProperty: true })) {
      requestAnimationFrame(begin)
      return
    }
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    const place = first ?? element.querySelector<HTMLElement>(':is(input, select, textarea)')
    place?.focus()
  })
}
