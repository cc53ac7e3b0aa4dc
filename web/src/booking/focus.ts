/** focusFirst puts the focus where the work begins: an attachment for a screen that is a form. */
export function focusFirst(element: HTMLElement): void {
  requestAnimationFrame(() => {
    element.querySelector<HTMLElement>('[data-autofocus], :is(input, select, textarea)')?.focus()
  })
}
