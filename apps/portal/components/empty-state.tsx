import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** Says what will appear here and why nothing does yet. */
  readonly children: ReactNode
  /** The one button to change that. */
  readonly action?: ReactNode
}

/** Explains why a list is empty and what to do next. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes.empty}>
      {icon && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw="52ch" component="div">
        {children}
      </Text>
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
