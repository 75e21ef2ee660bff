import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import classes from './code-editor.module.css'
import type { useCompletion } from './use-completion.ts'

interface CompletionMenuProps {
  readonly completion: ReturnType<typeof useCompletion>
  readonly input: RefObject<HTMLTextAreaElement | null>
}

/** Lists completions below the text that they replace. */
export function CompletionMenu({ completion, input }: CompletionMenuProps) {
  const { from, options, selected, listId, apply } = completion
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    const code = input.current?.parentElement?.querySelector('[data-code]')
    if (code) setPlace(measure(code, from))
  }, [input, from])
  useLayoutEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // The input has the focus, and names the selected option.
    <div ref={list} id={listId} className={classes.completions} role="listbox" aria-label="Completions" style={place}>
      {options.map(({ label, displayLabel, detail }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
        <div
          key={label}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === selected}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => apply(index)}
        >
          <span>{displayLabel ?? label}</span>
          {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        </div>
      ))}
    </div>
  )
}

/** Returns where a character is within its block, below its line. */
function measure(code: Element, index: number): { left: number; top: number } {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  const box = code.getBoundingClientRect()
  let passed = 0
  let last: DOMRect | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    const range = document.createRange()
    const isHere = passed + length > index
    range.setStart(node, isHere ? index - passed : length)
    range.collapse(true)
    last = range.getBoundingClientRect()
    if (isHere) break
    passed += length
  }
  return { left: (last?.left ?? box.left) - box.left, top: (last?.bottom ?? box.top) - box.top }
}
