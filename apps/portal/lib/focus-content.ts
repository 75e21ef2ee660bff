/** Moves the focus to the page's content: the focused control is gone, and the next Tab begins there. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
