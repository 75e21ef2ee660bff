'use client'

import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { ProveByCode } from './prove-by-code.tsx'
import { ProveBySignIn } from './prove-by-sign-in.tsx'

/** Confirms the user's identity by a second-factor code; without one, by a new sign-in. */
export default function ProofDialog({ onClose }: { onClose: (isProven: boolean) => void }) {
  const trpc = useTRPC()
  const ways = useQuery(trpc.proof.ways.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  const ending = { onProven: () => onClose(true), onCancel: () => onClose(false) }
  return (
    <Dialog opened onClose={ending.onCancel} title="Confirm that it’s you">
      {ways.error ? (
        <FailedState error={ways.error} title="The question could not be loaded" retry={() => void ways.refetch()} />
      ) : !ways.data ? (
        <BlockSkeleton height={180} />
      ) : ways.data.takesCode ? (
        <ProveByCode {...ending} />
      ) : (
        <ProveBySignIn ways={ways.data} {...ending} />
      )}
    </Dialog>
  )
}
