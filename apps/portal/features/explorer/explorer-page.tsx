'use client'

import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { toManyInput, toSandboxInput } from '../company-files/list-inputs.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Explorer } from './explorer.tsx'

/** Opens the Explorer on the sandbox, or on the call in the address. */
export function ExplorerPage() {
  const trpc = useTRPC()
  const { id, slug } = useOrganization()
  const { data, error, refetch } = useQuery(trpc.listRealms.queryOptions(toManyInput(id)))
  const { data: sandboxes } = useQuery(trpc.listRealms.queryOptions(toSandboxInput(id)))
  if (error && !data)
    return <FailedState error={error} title="The Explorer could not be loaded" retry={() => void refetch()} />
  if (!data || !sandboxes) return <BlockSkeleton height={640} />
  const files = data.realms.filter(({ kind }) => kind === 'production')
  const realms = [...files, ...sandboxes.realms]
  const first = sandboxes.realms[0] ?? files[0]
  if (!first)
    return (
      <EmptyState
        title="No company file yet"
        action={<LinkButton href={`/orgs/${slug}/company-files`}>Go to company files</LinkButton>}
      >
        The Explorer sends calls to a company file or to the sandbox. Create one of them first.
      </EmptyState>
    )
  return <Explorer realms={realms} defaultRealmId={first.id} />
}
