'use client'

import { Button, Stack } from '@mantine/core'
import { IconDeviceDesktop, IconFlask } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { showError } from '../../components/show-error.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { RealmCard } from './realm-card.tsx'

const refreshEveryMs = 10_000

/** Lists an organization's realms, refreshed every 10 seconds, and offers to create a missing kind. */
export function RealmList({ orgId, mayCreate }: { orgId: string; mayCreate: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const {
    data: { realms },
  } = useSuspenseQuery(trpc.listRealms.queryOptions({ orgId }, { refetchInterval: refreshEveryMs }))
  const createSandbox = useMutation(
    trpc.createSandbox.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.listRealms.queryFilter({ orgId })),
      onError: showError,
    }),
  )
  const has = (kind: 'sandbox' | 'production') => realms.some((realm) => realm.kind === kind)
  return (
    <Stack gap="md">
      {realms.map((realm) => (
        <RealmCard key={realm.id} realm={realm} />
      ))}
      {!has('production') && (
        <EmptyState
          icon={<IconDeviceDesktop stroke={1.7} />}
          title="No company file connected"
          action={
            <LinkButton href="/docs/api/realms" variant="default">
              Create a realm with the API
            </LinkButton>
          }
        >
          A production realm connects to a QuickBooks Desktop company file through an agent on a Windows computer. Until
          then, the sandbox handles the same requests.
        </EmptyState>
      )}
      {!has('sandbox') && (
        <EmptyState
          icon={<IconFlask stroke={1.7} />}
          title="No sandbox yet"
          action={
            mayCreate && (
              <Button onClick={() => createSandbox.mutate({ orgId })} loading={createSandbox.isPending}>
                Create sandbox
              </Button>
            )
          }
        >
          {mayCreate
            ? 'A sandbox is free and comes with a sample company. Each organization can have one.'
            : 'A sandbox is free and comes with a sample company. Ask an owner or admin to create it.'}
        </EmptyState>
      )}
    </Stack>
  )
}
