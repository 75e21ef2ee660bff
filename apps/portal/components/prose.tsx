import { Code } from '@mantine/core'
import { Fragment } from 'react'

/** A sentence in which back-quotes mark code. */
export function Prose({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // Odd parts stand between back-quotes; the text is fixed, so a part's place identifies it.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    index % 2 === 1 ? <Code key={index}>{part}</Code> : <Fragment key={index}>{part}</Fragment>,
  )
}
