'use client'

import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

interface FailureNoticeProps {
  readonly digest: string | undefined
  readonly retry: () => void
}

/** A page that failed: what happened, the number under which the log has it, and another try. */
export function FailureNotice({ digest, retry }: FailureNoticeProps) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="This page could not be made"
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Something failed on our side; nothing that you did is lost. Try again, and if it stays, tell the operator of
          the service{digest ? ` this number: ${digest}` : ' when it happened'}.
        </Text>
        <Button variant="default" size="sm" onClick={retry}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}
