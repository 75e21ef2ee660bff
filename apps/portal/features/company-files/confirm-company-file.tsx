'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { ConfirmFile } from './confirm-file.tsx'

/** Lets an admin confirm the company file an agent found. */
export function ConfirmCompanyFile({ realmId, companyFile }: { realmId: RealmId; companyFile: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const confirm = useMutation(
    trpc.confirmCompanyFile.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.getRealmStatus.queryFilter({ realmId })),
    }),
  )
  return (
    <ConfirmFile
      companyFile={companyFile}
      isPending={confirm.isPending}
      onConfirm={() => confirm.mutate({ realmId, companyFile })}
      failure={<FailedChange change={confirm} title="The company file was not confirmed" />}
    />
  )
}
