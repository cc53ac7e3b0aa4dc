/** focusFirst puts the focus where the work begins: an attachment for a screen that is a form. */
export function focusFirst(element: HTMLElement): void {
  requestAnimationFrame(() => {
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    const place = first ?? element.querySelector<HTMLElement>(':is(input, select, textarea)')
    place?.focus()
  })
}
