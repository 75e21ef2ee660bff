'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { IdText } from './id-text.tsx'

interface ErrorNoticeProps {
  readonly digest: string | undefined
  readonly retry: () => void
}

/** Replaces a page that failed to render. The digest identifies the error in the log. */
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
          We couldn’t load this page. Try again. If the problem continues, contact the operator of this service and
          mention {digest ? 'this error ID' : 'the time'}.
        </Text>
        {digest && (
          <Group gap={6}>
            <Text size="xs">Error ID</Text>
            <IdText label="error ID" value={digest} full />
          </Group>
        )}
        <Button variant="default" size="sm" onClick={retry}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}
