import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral'

/** A shape for each tone, so no state relies on color. */
const shapes: Record<StatusTone, ReactNode> = {
  success: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  warning: <path d="M6 1.2 11.2 10.6H.8Z" fill="currentColor" />,
  danger: <path d="M6 .8 11.2 6 6 11.2.8 6Z" fill="currentColor" />,
  info: <rect x="1.5" y="1.5" width="9" height="9" rx="1" fill="currentColor" />,
  neutral: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
}

interface StatusBadgeProps {
  readonly tone: StatusTone
  /** Says the state in words. */
  readonly children: ReactNode
}

/** Shows a state in words, with a shape and a color. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge}>
      <svg width="12" height="12" viewBox="0 0 12 12" className={classes.shape} data-tone={tone} aria-hidden="true">
        {shapes[tone]}
      </svg>
      <span>{children}</span>
    </span>
  )
}
