'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { SandboxBooks } from './sandbox-books.tsx'
import { SandboxFailures } from './sandbox-failures.tsx'
import { SandboxUsage } from './sandbox-usage.tsx'

/** Shows a sandbox's use, loads its books, and makes it fail. */
export function SandboxPage({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.getRealm.queryOptions({ realmId }))
  if (error && !data)
    return <FailedState error={error} title="The sandbox could not be loaded" retry={() => void refetch()} />
  if (!data) return <BlockSkeleton height={480} />
  return (
    <Stack gap="xl">
      {data.sandbox && <SandboxUsage usage={data.sandbox} />}
      <SandboxBooks realmId={realmId} name={data.realm.name} />
      <SandboxFailures realmId={realmId} />
    </Stack>
  )
}
