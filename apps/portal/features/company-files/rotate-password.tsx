'use client'

import { isolateName } from '@bridge/identity/access/isolate-name'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { toConnectorSecrets } from './connector-secrets.ts'

interface RotatePasswordProps {
  readonly credential: { readonly id: string; readonly label: string }
  readonly onRotated: () => Promise<void>
}

/** Replaces a Web Connector's password; user name and file stay. */
export function RotatePassword({ credential, onRotated }: RotatePasswordProps) {
  const trpc = useTRPC()
  const secrets = useSecretsDialog()
  const [isOpen, setOpen] = useState(false)
  const rotate = useMutation(trpc.rotateConnectorPassword.mutationOptions({ gcTime: 0 }))
  const run = async () => {
    try {
      const { label, userName, password } = await rotate.mutateAsync({ credentialId: credential.id })
      setOpen(false)
      void onRotated()
      await secrets.show({
        title: `New password of ${isolateName(label)}`,
        ...toConnectorSecrets(userName, password),
        note: 'Enter it in the Web Connector, in the Password column of the application.',
      })
      rotate.reset()
    } catch {
      // The dialog shows the error.
    }
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Replace the password of ${credential.label}`}
        onClick={() => setOpen(true)}
      >
        New password
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Replace the password?">
        <Stack gap="md">
          <Text size="sm">
            The current password stops at once, and the Web Connector is rejected until the new one is entered there.
            Its file does not change.
          </Text>
          {rotate.error && <FailedState error={rotate.error} title="The password was not replaced" />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button onClick={() => void run()} loading={rotate.isPending}>
              Replace password
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
