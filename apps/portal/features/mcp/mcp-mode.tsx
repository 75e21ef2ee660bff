'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Radio, Stack } from '@mantine/core'
import { FailedChange } from '../../components/failed-change.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { useOptimisticChange } from '../../lib/use-optimistic-change.ts'

type Details = PortalData['getRealm']
type Mode = Details['settings']['mcpMode']

const modes: Readonly<Record<Mode, { readonly label: string; readonly meaning: string }>> = {
  off: { label: 'Off', meaning: 'MCP hosts cannot reach this company file.' },
  read: { label: 'Read', meaning: 'They read records and reports.' },
  propose: { label: 'Propose', meaning: 'They also propose writes, which a person commits on this page.' },
  write: { label: 'Write', meaning: 'They also commit what they have proposed.' },
}

interface McpModeProps {
  readonly realmId: RealmId
  readonly mode: Mode
  readonly mayChange: boolean
}

/** Shows what MCP hosts may do, and changes it. */
export function McpMode({ realmId, mode, mayChange }: McpModeProps) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const change = useOptimisticChange<Mode, Details>({
    queryKey: trpc.getRealm.queryKey({ realmId }),
    mutationFn: (mcpMode) => client.updateSettings.mutate({ realmId, mcpMode }),
    apply: (data, mcpMode) => ({ ...data, settings: { ...data.settings, mcpMode } }),
  })
  return (
    <Stack gap="sm">
      <Radio.Group
        label="What MCP hosts may do"
        value={mode}
        onChange={(next) => change.mutate(next as Mode)}
        readOnly={!mayChange}
      >
        <Stack gap="xs" mt="xs">
          {Object.entries(modes).map(([value, { label, meaning }]) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={meaning}
              disabled={!mayChange && value !== mode}
            />
          ))}
        </Stack>
      </Radio.Group>
      <FailedChange change={change} title="The access was not changed" />
      {!mayChange && <RoleNote needs="admin" to="change what MCP hosts may do, and commit what they propose" />}
    </Stack>
  )
}
