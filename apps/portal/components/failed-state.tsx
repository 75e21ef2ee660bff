'use client'

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { describeError } from '../lib/describe-error.ts'
import { isObstacle } from '../lib/next-step.ts'
import classes from './failed-state.module.css'
import { IdText } from './id-text.tsx'
import { NextStep } from './next-step.tsx'

interface FailedStateProps {
  readonly error: unknown
  /** What happened: `The requests could not be loaded`. */
  readonly title: string
  /** Names the failed request if the error does not. */
  readonly requestId?: string | undefined
  readonly retry?: () => void
}

/** Shows what failed, what to do, and the request ID. */
export function FailedState({ error, title, requestId, retry }: FailedStateProps) {
  const described = describeError(error)
  const id = described.requestId ?? requestId
  return (
    <Stack gap="xs" align="flex-start" className={classes.failed} role="alert">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text maw="70ch">{described.message}</Text>
      {id && (
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            Request ID
          </Text>
          <IdText label="request ID" value={id} full />
        </Group>
      )}
      {isObstacle(described.code) && <NextStep obstacle={described.code} />}
      {retry && described.code !== 'unauthenticated' && (
        <Button variant="default" size="xs" onClick={retry}>
          Try again
        </Button>
      )}
    </Stack>
  )
}
