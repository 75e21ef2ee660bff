'use client'

import { Button, Stack } from '@mantine/core'
import { IconDeviceDesktop, IconFlask } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { showFailure } from '../../components/show-failure.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { RealmCard } from './realm-card.tsx'

const refreshEveryMs = 10_000

/** The realms of an organization, kept up to date, and what to do where a kind is wanting. */
export function RealmList({ orgId, mayCreate }: { orgId: string; mayCreate: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const {
    data: { realms },
  } = useSuspenseQuery(trpc.listRealms.queryOptions({ orgId }, { refetchInterval: refreshEveryMs }))
  const createSandbox = useMutation(
    trpc.createSandbox.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.listRealms.queryFilter({ orgId })),
      onError: showFailure,
    }),
  )
  const has = (kind: 'sandbox' | 'production') => realms.some((realm) => realm.kind === kind)
  return (
    <Stack gap="md">
      {realms.map((realm) => (
        <RealmCard key={realm.id} realm={realm} />
      ))}
      {!has('production') && (
        <EmptyState icon={<IconDeviceDesktop stroke={1.7} />} title="No company file is connected yet">
          A production realm serves a company file of QuickBooks Desktop through an agent on its Windows machine. Until
          you have one, the sandbox answers the same calls.
        </EmptyState>
      )}
      {!has('sandbox') && (
        <EmptyState
          icon={<IconFlask stroke={1.7} />}
          title="There is no sandbox"
          action={
            mayCreate && (
              <Button onClick={() => createSandbox.mutate({ orgId })} loading={createSandbox.isPending}>
                Create the sandbox
              </Button>
            )
          }
        >
          {mayCreate
            ? 'A sandbox is free and holds a sample company. Each organization can have one.'
            : 'A sandbox is free and holds a sample company. An owner or admin of the organization can create it.'}
        </EmptyState>
      )}
    </Stack>
  )
}
