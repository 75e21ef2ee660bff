'use client'

import classes from './api-contents.module.css'

interface OperationLinksProps {
  /** The page with the operations. */
  readonly href: string
  readonly operations: readonly { readonly id: string; readonly address: string; readonly summary: string }[]
}

/** Links to the operations of a page. The list is plain elements, because the overview has 165 of them. */
export function OperationLinks({ href, operations }: OperationLinksProps) {
  return (
    <ul className={classes.operations}>
      {operations.map(({ id, address, summary }) => (
        <li key={id}>
          <a href={`${href}#${id}`}>
            <code>{address}</code>
          </a>
          <span>{summary}</span>
        </li>
      ))}
    </ul>
  )
}
