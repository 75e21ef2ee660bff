import { AskManagers } from '../../components/ask-managers.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useOrganization } from './organization-context.tsx'

/** Replaces a page with records or requests for viewers. */
export function MembersOnly() {
  const { slug } = useOrganization()
  return (
    <>
      <PageHeader title="Members only" />
      <EmptyState
        title="Viewers see no records and no requests"
        action={<LinkButton href={`/orgs/${slug}/members`}>Open members</LinkButton>}
      >
        You see connections, members and billing. An owner or admin can make you a member. <AskManagers needs="admin" />
      </EmptyState>
    </>
  )
}
