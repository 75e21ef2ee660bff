'use client'

import classes from './api-reference.module.css'

export interface StatusCodes {
  readonly status: string
  readonly codes: readonly string[]
}

interface ErrorCodesProps {
  readonly label: string
  readonly errors: readonly StatusCodes[]
  /** What precedes a code in the address of its page. */
  readonly prefix: string
}

/** Links to an endpoint's errors, by status. */
export function ErrorCodes({ label, errors, prefix }: ErrorCodesProps) {
  return (
    <ul className={classes.errors} aria-label={label}>
      {errors.map(({ status, codes }) => (
        <li key={status}>
          <span>{status}</span>
          <span>
            {codes.map((code) => (
              <a key={code} href={`/docs/errors/${prefix}${code}`}>
                {code}
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
