import { type KeyboardEvent, type Ref, useRef, useState } from 'react'

interface FoldKeysOptions {
  /** The lines that can be folded, of those outside folds. */
  readonly foldable: readonly number[]
  /** The lines that are rendered. */
  readonly rendered: ReadonlySet<number>
  readonly folded: ReadonlySet<number>
  readonly onToggle: (line: number) => void
  readonly onScrollTo: (line: number) => void
}

/**
 * Folds lines with the keyboard. Tab reaches one line, from which the arrow keys go up and down to the others, fold (left)
 * and unfold (right).
 */
export function useFoldKeys({ foldable, rendered, folded, onToggle, onScrollTo }: FoldKeysOptions) {
  const [current, setCurrent] = useState<number>()
  const focusNext = useRef<number>(undefined)
  const isReachable = (line: number | undefined) => line !== undefined && rendered.has(line) && foldable.includes(line)
  const tabStop = isReachable(current) ? current : foldable.find(isReachable)

  const goTo = (line: number | undefined) => {
    if (line === undefined) return
    focusNext.current = line
    setCurrent(line)
    onScrollTo(line)
  }
  /** Returns the properties of a line's button. */
  return (line: number) => ({
    tabIndex: line === tabStop ? 0 : -1,
    // The line may be rendered only after it was scrolled to.
    ref: ((button) => {
      if (button === null || focusNext.current !== line) return
      focusNext.current = undefined
      button.focus({ preventScroll: true })
    }) satisfies Ref<HTMLButtonElement>,
    onFocus: () => setCurrent(line),
    onKeyDown: (event: KeyboardEvent) => {
      const place = foldable.indexOf(line)
      if (event.key === 'ArrowUp') goTo(foldable[place - 1])
      else if (event.key === 'ArrowDown') goTo(foldable[place + 1])
      else if (event.key === 'ArrowLeft' && !folded.has(line)) onToggle(line)
      else if (event.key === 'ArrowRight' && folded.has(line)) onToggle(line)
      else return
      event.preventDefault()
    },
  })
}
