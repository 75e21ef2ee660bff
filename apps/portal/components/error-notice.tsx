'use client'

import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

interface ErrorNoticeProps {
  readonly digest: string | undefined
  readonly retry: () => void
}

/** Replaces a page after a failed render. The digest identifies the error in the log. Small, as every page loads it. */
export function ErrorNotice({ digest, retry }: ErrorNoticeProps) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="Something went wrong"
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          We couldn’t load this page. Try again. If the problem continues, contact{' '}
          <a href="/contact">the operator of this service</a>
          {digest ? ` and mention this error ID: ${digest}` : ' and mention the time'}.
        </Text>
        <Button variant="default" size="sm" onClick={retry}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}
