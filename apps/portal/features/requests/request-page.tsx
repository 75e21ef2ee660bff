'use client'

import { Stack, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { BlockSkeleton, HeaderSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { GoneRequest } from './gone-request.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestDetail } from './request-detail.tsx'
import { isNotGone } from './request-panel.tsx'

/** A request's details as a page, for links to colleagues. */
export function RequestPage({ id }: { id: string }) {
  const trpc = useTRPC()
  const router = useRouter()
  const { slug } = useOrganization()
  const list = `/orgs/${slug}/requests`
  const explained = useQuery(trpc.explainRequest.queryOptions({ loggedRequestId: id }, { retry: isNotGone }))
  const open = (other: string) => router.push(`${list}/${other}`)
  if (explained.isPending) {
    return (
      <>
        <HeaderSkeleton />
        <BlockSkeleton height={420} />
      </>
    )
  }
  if (explained.isError) {
    return isNotGone(0, explained.error) ? (
      <FailedState
        error={explained.error}
        title="The request could not be loaded"
        retry={() => void explained.refetch()}
      />
    ) : (
      <GoneRequest />
    )
  }
  return (
    <>
      <PageHeader title={explained.data.sentence} breadcrumbs={[{ label: 'Requests', href: list }]} />
      <Stack gap="lg">
        <RequestActions explained={explained.data} />
        <VisuallyHidden>
          <Title order={2}>Details</Title>
        </VisuallyHidden>
        <RequestDetail explained={explained.data} onOpen={open} />
      </Stack>
    </>
  )
}
