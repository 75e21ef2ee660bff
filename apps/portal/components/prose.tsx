import { Code } from '@mantine/core'
import { Fragment } from 'react'

/** Renders text between backticks as code. */
export function Prose({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // Odd parts are code. The text never changes, so the index identifies a part.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    index % 2 === 1 ? <Code key={index}>{part}</Code> : <Fragment key={index}>{part}</Fragment>,
  )
}
