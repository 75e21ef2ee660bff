'use client'

import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Creates the sandbox again. */
export function CreateSandbox() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { id: orgId } = useOrganization()
  const create = useMutation(
    trpc.createSandbox.mutationOptions({
      onSuccess: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.listRealms.queryFilter({ orgId })),
          queryClient.invalidateQueries(trpc.countRealms.queryFilter({ orgId })),
        ]),
    }),
  )
  return (
    <Stack gap="sm">
      <EmptyState
        title="The sandbox was deleted"
        action={
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ orgId })}>
            Create sandbox
          </Button>
        }
      >
        A sandbox has a sample company, and responds to the same requests as QuickBooks Desktop. It is free.
      </EmptyState>
      <FailedChange change={create} title="The sandbox was not created" />
    </Stack>
  )
}
