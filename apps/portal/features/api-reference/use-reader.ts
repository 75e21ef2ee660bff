import type { RealmId } from '@bridge/agent-protocol'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTRPC } from '../../lib/trpc.ts'

/** The reader's own values for sample variables. */
export interface Reader {
  readonly values: Readonly<Record<string, string>>
  /** The organization's slug; undefined for a signed-out reader. */
  readonly slug: string | undefined
  /** Their sandbox, if they have one. */
  readonly sandboxId: RealmId | undefined
}

/** Loads the reader's values, after the page, which is the same for all readers. */
export function useReader(): Reader {
  const trpc = useTRPC()
  const origin = useSyncExternalStore(subscribeToNothing, getOrigin, () => undefined)
  const { data: user } = useQuery(trpc.session.user.queryOptions())
  const { data: organizations } = useQuery(trpc.listOrganizations.queryOptions(undefined, { enabled: Boolean(user) }))
  const organization = organizations?.orgs[0]
  const orgId = organization?.id ?? ''
  const { data: realms } = useQuery(
    trpc.listRealms.queryOptions({ orgId, kind: 'sandbox' }, { enabled: organization !== undefined }),
  )
  const { data: clients } = useQuery(trpc.listClients.queryOptions({ orgId }, { enabled: organization !== undefined }))
  const sandbox = realms?.realms[0]
  const client = clients?.clients[0]
  return {
    slug: organization?.slug,
    sandboxId: sandbox?.id,
    values: {
      ...(origin !== undefined && { BASE_URL: origin }),
      ...(organization && { ORG_ID: organization.id }),
      ...(sandbox && { REALM_ID: sandbox.id }),
      ...(client && { CLIENT_ID: client.id }),
      ...(client?.redirectUris[0] !== undefined && { REDIRECT_URI: client.redirectUris[0] }),
    },
  }
}

function subscribeToNothing() {
  return () => undefined
}

function getOrigin(): string | undefined {
  return location.origin
}
