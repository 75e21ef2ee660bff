'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import type { FaultValues, SandboxFault } from '../sandbox/sandbox-faults.ts'

/** The service confirms and retries writes, so one failed exchange is not enough. */
const countForOneCall = 10
const delayForOneCallMs = 5_000

/** Makes the next call to a sandbox fail, and restores its faults afterwards. */
export function useFailureOnce(realmId: RealmId) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const [armed, setArmed] = useState<string | null>(null)
  const { data: faults = [] } = useQuery(
    trpc.sandboxFaults.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  )
  const arm = async (): Promise<() => Promise<void>> => {
    const fault = faults.find(({ name }) => name === armed)
    if (!fault) return async () => undefined
    const { faults: before } = await client.getSandboxFaults.query({ realmId })
    await client.setSandboxFaults.mutate({ realmId, ...before, [fault.name]: getValue(fault) } as {
      realmId: RealmId
    } & FaultValues)
    return async () => {
      setArmed(null)
      await client.setSandboxFaults.mutate({ realmId, ...before })
      await queryClient.invalidateQueries({ queryKey: trpc.getSandboxFaults.queryKey({ realmId }) })
    }
  }
  return { armed, setArmed, arm, faults: faults.filter(({ type }) => type !== 'choice' && type !== 'date') }
}

function getValue({ type, max = countForOneCall }: SandboxFault): boolean | number {
  if (type === 'flag') return true
  return Math.min(max, type === 'count' ? countForOneCall : delayForOneCallMs)
}
