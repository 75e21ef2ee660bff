'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { Section } from '../../components/section.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts'
import { useNow } from '../../lib/use-now.ts'

/** Replaces the client secret. The previous one works for another day. */
export function RotateSecret({ app }: { app: PortalData['getClient']['client'] }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  useDialogInAddress('rotate', () => setOpen(true))
  const rotate = useMutation(trpc.rotateClientSecret.mutationOptions({ gcTime: 0 }))
  const run = async () => {
    try {
      const { clientSecret, formerSecretUntil } = await rotate.mutateAsync({ clientId: app.id })
      setOpen(false)
      await queryClient.invalidateQueries(trpc.getClient.queryFilter({ clientId: app.id }))
      await secrets.show({
        title: 'New client secret',
        secrets: [
          { label: 'Client ID', environmentName: 'CLIENT_ID', value: app.id, isPublic: true },
          { label: 'Client secret', environmentName: 'CLIENT_SECRET', value: clientSecret },
        ],
        note: (
          <>
            The old secret works until <TimeText at={formerSecretUntil} isAbsolute />.
          </>
        ),
      })
      rotate.reset()
    } catch {
      // The dialog shows the error.
    }
  }
  const isFormerValid = app.formerSecretUntil !== null && now !== undefined && Date.parse(app.formerSecretUntil) > now
  return (
    <Section
      title="Client secret"
      description="The service keeps only its hash. If it is lost or leaked, replace it."
      actions={
        <Button variant="default" onClick={() => setOpen(true)}>
          Replace secret
        </Button>
      }
    >
      {isFormerValid && (
        <Text size="sm">
          The old secret works until <TimeText at={app.formerSecretUntil} isAbsolute />.
        </Text>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Replace the client secret?">
        <Stack gap="md">
          <Text size="sm">
            You get a new secret. The current one works for another 24 hours, so that you can switch without a gap.
            {isFormerValid && ' The secret from before the last change stops at once.'}
          </Text>
          {rotate.error && <FailedState error={rotate.error} title="The secret was not replaced" />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button onClick={() => void run()} loading={rotate.isPending}>
              Replace secret
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Section>
  )
}
