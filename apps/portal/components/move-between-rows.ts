/**
 * Moves the focus within a list of elements with `data-row`: up, down, Home and End between the rows, left and right
 * between the buttons with `data-sort`. Returns whether the key was used.
 */
export function moveBetweenRows(list: HTMLElement, target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLElement) || isEditable(target)) return false
  if (target.dataset.sort !== undefined && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    return focusNext([...list.querySelectorAll<HTMLElement>('[data-sort]')], target, key === 'ArrowRight' ? 1 : -1)
  }
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')].map(
    (row) => row.querySelector<HTMLElement>('[data-row-link]') ?? row,
  )
  const current = rows.findIndex((row) => row === target || row.closest('[data-row]')?.contains(target))
  const destination = {
    ArrowDown: current + 1,
    ArrowUp: current === -1 ? -1 : current - 1,
    Home: 0,
    End: rows.length - 1,
  }[key]
  const row = destination === undefined ? undefined : rows[destination]
  if (!row) return false
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
  return true
}

function focusNext(elements: readonly HTMLElement[], current: HTMLElement, step: number): boolean {
  const next = elements[elements.indexOf(current) + step]
  next?.focus()
  return next !== undefined
}

/** Returns whether the element takes keys as text. */
export function isEditable(element: Element): boolean {
  return element.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]') !== null
}
