'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { toCompanyPath } from '../../lib/company-path.ts'
import { formatLocal } from '../../lib/format-time.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import { toChoicesInput, toSandboxInput } from '../company-files/list-inputs.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Explorer } from './explorer.tsx'
import type { Original } from './replay.ts'

/** Opens the Explorer on the sandbox, on the call in the address, or on a request to replay. */
export function ExplorerPage() {
  const [replayed] = useQueryState('replay', parseAsString)
  return replayed === null ? (
    <>
      <PageHeader title="Explorer" description="Send a call, and see what QuickBooks received and returned." />
      <OpenExplorer />
    </>
  ) : (
    <Replay key={replayed} id={replayed} />
  )
}

function Replay({ id }: { id: string }) {
  const trpc = useTRPC()
  const { slug } = useOrganization()
  const now = useNow()
  const { data, error, refetch } = useQuery(
    trpc.explainRequest.queryOptions({ loggedRequestId: id }, { staleTime: Number.POSITIVE_INFINITY, retry: false }),
  )
  const list = { label: 'Requests', href: `/orgs/${slug}/requests` }
  if (error && !data) {
    return (
      <>
        <PageHeader title="Replay" breadcrumbs={[list]} />
        <FailedState error={error} title="The request could not be loaded" retry={() => void refetch()} />
      </>
    )
  }
  if (!data) return <BlockSkeleton height={640} />
  const { request } = data
  const time = new Date(request.at).getTime()
  const at = now === undefined ? `${formatLocal(time, undefined, 'UTC')} UTC` : formatLocal(time, now)
  return (
    <>
      <PageHeader
        title={`Replay of ${request.method} ${toCompanyPath(request.path)}, ${at}`}
        description={
          <>
            {`${data.sentence} `}
            <TextLink href={`/orgs/${slug}/requests/${id}`}>Back to the original</TextLink>
          </>
        }
        breadcrumbs={[list]}
      />
      <OpenExplorer original={data} />
    </>
  )
}

function OpenExplorer({ original }: { original?: Original }) {
  const trpc = useTRPC()
  const { id, slug } = useOrganization()
  const { data, error, refetch } = useQuery(trpc.listRealms.queryOptions(toChoicesInput(id)))
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
  return <Explorer realms={realms} hasMore={data.after !== null} defaultRealmId={first.id} original={original} />
}
