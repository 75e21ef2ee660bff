import { Fragment } from 'react'

/** Shows a text whose code is between backticks. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: text parts never change places
      <code key={index}>{part}</code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: text parts never change places
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
