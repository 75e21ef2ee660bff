'use client'

import { Box, Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SecretField } from '../../components/secret-field.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useNow } from '../../lib/use-now.ts'
import { formatPairingCode } from './format-pairing-code.ts'

/** A code, which only its creation returns. */
export interface IssuedCode {
  readonly code: string
  readonly pairingCode: { readonly expiresAt: string }
}

interface PairingCodeProps {
  /** The last issued code, if any. */
  readonly issued: IssuedCode | undefined
  readonly isPending: boolean
  readonly onIssue: () => void
  /** Why the last code was not issued, if it was not. */
  readonly failure: ReactNode
}

/** A button to issue a pairing code, and the code with the service's address until it expires. */
export function PairingCode({ issued, isPending, onIssue, failure }: PairingCodeProps) {
  const now = useNow()
  const isExpired = issued && now !== undefined && now >= new Date(issued.pairingCode.expiresAt).getTime()
  return (
    <Stack gap="xs" align="flex-start">
      {issued && (
        <Box role="status" maw={360}>
          {isExpired ? (
            <Text size="sm">The pairing code has expired.</Text>
          ) : (
            <Stack gap="xs">
              <SecretField secret={{ label: 'Pairing code', value: formatPairingCode(issued.code) }} isFirst={false} />
              <SecretField
                secret={{ label: 'Address of the service', value: window.location.origin }}
                isFirst={false}
              />
              <Text size="sm" c="dimmed">
                The code works once, until <TimeText at={issued.pairingCode.expiresAt} isAbsolute />.
              </Text>
            </Stack>
          )}
        </Box>
      )}
      {failure}
      <Button variant="default" loading={isPending} onClick={onIssue}>
        {issued ? 'Create another pairing code' : 'Create pairing code'}
      </Button>
    </Stack>
  )
}
