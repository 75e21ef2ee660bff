/** Moves the focus to the content of the page: the control that had it is gone, and the next Tab begins there. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
