import type { RealmId } from '@bridge/agent-protocol'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTRPC } from '../../lib/trpc.ts'
import type { ApiSample } from './samples/api-sample.ts'

/** The reader's own values for sample variables. */
export interface Reader {
  readonly values: Readonly<Record<string, string>>
  /** The organization's slug; undefined for a signed-out reader. */
  readonly slug: string | undefined
  /** Their sandbox, if they have one. */
  readonly sandboxId: RealmId | undefined
  /** A company file of QuickBooks Desktop, if they have one. */
  readonly productionId: RealmId | undefined
}

/** Paths that only a company file of QuickBooks Desktop has. */
const agentPaths = /\/realms\/\$REALM_ID\/(?:agent-tokens|check|company-file|connector-|pairing-codes|setup-links)/

/** Returns the reader's values for a sample. */
export function getValues({ values, productionId }: Reader, { path }: ApiSample): Readonly<Record<string, string>> {
  if (!agentPaths.test(path)) return values
  const { REALM_ID: _sandbox, ...others } = values
  return productionId === undefined ? others : { ...others, REALM_ID: productionId }
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
  const { data: production } = useQuery(
    trpc.listRealms.queryOptions({ orgId, kind: 'production' }, { enabled: organization !== undefined }),
  )
  const { data: clients } = useQuery(trpc.listClients.queryOptions({ orgId }, { enabled: organization !== undefined }))
  const sandbox = realms?.realms[0]
  const client = clients?.clients[0]
  return {
    slug: organization?.slug,
    sandboxId: sandbox?.id,
    productionId: production?.realms[0]?.id,
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
