'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { useOptimisticChange } from '../../lib/use-optimistic-change.ts'
import { type FaultValues, findActive } from './sandbox-faults.ts'

/** Counts go down while an integration runs. */
const refreshMs = 3_000

/** Returns a sandbox's faults, the active ones, and functions to change them. */
export function useSandboxFaults(realmId: RealmId) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const queryKey = trpc.getSandboxFaults.queryKey({ realmId })
  const table = useQuery(trpc.sandboxFaults.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  const query = useQuery(trpc.getSandboxFaults.queryOptions({ realmId }, { refetchInterval: refreshMs }))
  const change = useOptimisticChange<Partial<FaultValues>, { faults: FaultValues }>({
    queryKey,
    mutationFn: async (changed) => {
      const shown = queryClient.getQueryData(queryKey)
      // All are sent, also those changed since this change was made.
      if (shown) await client.setSandboxFaults.mutate({ realmId, ...shown.faults, ...changed })
    },
    apply: ({ faults }, changed) => ({ faults: { ...faults, ...changed } }),
  })
  const faults = table.data ?? []
  const values = query.data?.faults
  const clear = useOptimisticChange<void, { faults: FaultValues }>({
    queryKey,
    mutationFn: () => client.clearSandboxFaults.mutate({ realmId }),
    apply: () => ({ faults: Object.fromEntries(faults.map((fault) => [fault.name, fault.default])) as FaultValues }),
  })
  return {
    change,
    clear,
    faults,
    values,
    active: values ? findActive(faults, values) : [],
    error: table.error ?? query.error,
    retry: () => Promise.all([table.refetch(), query.refetch()]),
    setValue: (name: keyof FaultValues, value: FaultValues[keyof FaultValues]) => change.mutate({ [name]: value }),
    turnOff: () => clear.mutate(),
  }
}
