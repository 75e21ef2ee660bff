'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useTRPCClient } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import type { ExplorerAccess } from './explorer-types.ts'

interface WriteAccessProps {
  readonly realmId: RealmId
  readonly access: ExplorerAccess
  /** Whether the call is a write. */
  readonly isNeeded: boolean
  readonly onChange: () => void
}

/** Says whether a company file is read-only, or until when it is not. */
export function WriteAccess({ realmId, access, isNeeded, onChange }: WriteAccessProps) {
  const client = useTRPCClient()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const minutes = access.writesUntil === null ? 0 : toMinutes(access.writesUntil, now)
  const end = useMutation({
    mutationFn: () => client.explorer.endWrites.mutate({ realmId }),
    onSuccess: onChange,
  })
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" justify="space-between">
        {access.mayWrite ? (
          <StatusBadge tone="danger">
            Writes to <bdi>{access.name}</bdi>{' '}
            {`are allowed for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}. They change real books.`}
          </StatusBadge>
        ) : (
          <StatusBadge tone="neutral">
            <bdi>{access.name}</bdi> is read-only.{isNeeded && ' This call is a write.'}
          </StatusBadge>
        )}
        {access.mayWrite && (
          <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate()}>
            Make it read-only again
          </Button>
        )}
        {!access.mayWrite && access.mayAllowWrites && (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            Allow writes for 30 minutes
          </Button>
        )}
        {!access.mayWrite && !access.mayAllowWrites && !isNeeded && (
          <Text size="xs" c="dimmed">
            An owner or admin can send writes to it.
          </Text>
        )}
        <ConfirmByName
          opened={isOpen}
          onClose={() => setOpen(false)}
          title="Allow writes to this company file?"
          name={access.name}
          action="Allow writes for 30 minutes"
          consequences={[
            'Calls from the Explorer can create, change, void and delete records in real books.',
            'Only this browser session may write, and only for 30 minutes.',
            'The audit log records it.',
          ]}
          onConfirm={async () => {
            await client.explorer.allowWrites.mutate({ realmId, name: access.name })
            onChange()
          }}
        />
      </Group>
      <FailedChange change={end} title="Writes are still allowed" />
    </Stack>
  )
}

function toMinutes(until: string, now: number | undefined): number {
  return Math.max(0, Math.ceil((Date.parse(until) - (now ?? Date.now())) / 60_000))
}
