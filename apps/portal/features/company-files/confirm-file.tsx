'use client'

import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface ConfirmFileProps {
  /** The name or path that the agent found. */
  readonly companyFile: string
  readonly isPending: boolean
  readonly onConfirm: () => void
  /** Why it was not confirmed, if it was not. */
  readonly failure: ReactNode
}

/** Asks whether the company file an agent found is the right one. */
export function ConfirmFile({ companyFile, isPending, onConfirm, failure }: ConfirmFileProps) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{companyFile}</bdi>
      </Text>
      {failure}
      <Button loading={isPending} onClick={onConfirm}>
        Yes, this is the file
      </Button>
      <Text size="sm" c="dimmed" maw="64ch">
        If it is not, open the right company file in QuickBooks. It appears here within seconds.
      </Text>
    </Stack>
  )
}
