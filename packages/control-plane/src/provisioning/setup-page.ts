import { getRealmState } from '@bridge/data-plane/realms/get-realm-state'
import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { hashSecret, isWellFormedSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { formatTime } from '@bridge/identity/access/shapes'
import type { Services } from '../services/services.ts'
import { checkCompanyFile } from './check-company-file.ts'
import { confirmCompanyFile } from './company-file-choice.ts'
import { findLinkCredential } from './link-credential.store.ts'
import { type IssuedConnector, issueLinkCredential } from './link-credential.ts'
import { type IssuedPairingCode, issuePairingCode } from './pairing-code.ts'
import { findRealmStatus } from './realm-status.store.ts'
import { toTransport } from './realm-status.ts'
import { isDeletedLink, openSetupLink, type SetupTransport } from './setup-link.store.ts'
import { setupLinkPrefix } from './setup-link.ts'

/** What a set-up page shows. */
export interface Setup {
  readonly name: string
  /** The admin behind the link, who has what the page lacks. */
  readonly sender: { readonly name: string; readonly email: string }
  /** What the page sets up. */
  readonly transport: SetupTransport
  readonly expiresAt: string
  readonly state: RealmState
  readonly since: string
  /** What serves the company file now. */
  readonly servedBy: ReturnType<typeof toTransport>
  /** Whether an agent has ever connected. */
  readonly hasAgent: boolean
  /** Whether the link issues pairing codes: it has paired no agent yet. */
  readonly canPair: boolean
  /** Whether the link has issued its Web Connector credential. */
  readonly hasCredential: boolean
  /** Whether a Web Connector has signed in with that credential, which ends new passwords. */
  readonly hasPolled: boolean
  readonly companyFile: string | null
  readonly companyName: string | null
}

/**
 * Loads a set-up page.
 *
 * @throws Problem `not_found` for an unknown, expired or revoked link alike, and for one whose company file was deleted
 */
export async function loadSetup(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
): Promise<Setup> {
  const { realmId, transport, creator, expiresAt, pairedAt, credentialId } = await requireSetupLink(
    { database, clock },
    token,
  )
  const [row, credential] = await Promise.all([
    findRealmStatus(database, realmId, clock()),
    credentialId === null ? undefined : findLinkCredential(database, credentialId),
  ])
  if (!row) throw linkDeleted()
  const { state, since } = getRealmState(row)
  return {
    name: row.name,
    sender: { name: creator.name ?? '', email: creator.email },
    transport,
    expiresAt: formatTime(expiresAt),
    state,
    since: formatTime(since),
    servedBy: toTransport(row),
    hasAgent: row.connectedAt !== null,
    canPair: pairedAt === null,
    hasCredential: credential !== undefined,
    hasPolled: credential !== undefined && credential.lastPolledAt !== null,
    companyFile: row.companyFile,
    companyName: row.companyName,
  }
}

/**
 * Reads the company name from a set-up link's company file.
 *
 * @throws Problem `not_found`, `rate_limited`
 */
export async function checkSetupCompany(
  services: Pick<Services, 'database' | 'clock' | 'findDesktop' | 'restLimiter'>,
  token: string,
): Promise<{ readonly isReachable: boolean }> {
  const { realmId } = await requireSetupLink(services, token)
  const { isReachable } = await checkCompanyFile(services, realmId)
  return { isReachable }
}

/**
 * Issues a pairing code through a set-up link, on behalf of the admin behind it: one at a time, until one is redeemed.
 *
 * @param address the client's address
 * @throws Problem `not_found`, `invalid_request` once a code was redeemed, `quota_reached`
 */
export async function issueSetupPairingCode(
  services: Pick<Services, 'database' | 'clock' | 'config' | 'changes'>,
  token: string,
  address: string | undefined,
): Promise<IssuedPairingCode> {
  const { realmId, creatorId, ...setupLink } = await requireSetupLink(services, token)
  const issued = await issuePairingCode(services, { realmId, caller: toCaller(creatorId, address), setupLink })
  await services.changes.publish('portal')
  return issued
}

/**
 * Issues the Web Connector's file and password through a set-up link, on behalf of the admin behind it: again with a
 * new password, until a Web Connector has signed in.
 *
 * @param address the client's address
 * @throws Problem `not_found`, `invalid_request` once it has signed in, `quota_reached`
 */
export async function issueSetupCredential(
  services: Pick<Services, 'database' | 'clock' | 'config' | 'changes'>,
  token: string,
  address: string | undefined,
): Promise<IssuedConnector> {
  const { id, realmId, creatorId, transport, credentialId } = await requireSetupLink(services, token)
  if (transport !== 'web_connector') {
    throw new Problem('invalid_request', 'This link sets up the agent. Ask for a link to the Web Connector’s set-up.')
  }
  const issued = await issueLinkCredential(services, {
    realmId,
    setupLinkId: id,
    credentialId,
    caller: toCaller(creatorId, address),
  })
  await services.changes.publish('portal')
  return issued
}

/**
 * Confirms the company file that the agent found, through a set-up link, on behalf of the admin behind it.
 *
 * @param address the client's address
 * @throws Problem `not_found`, `invalid_request`
 */
export async function confirmSetupFile(
  services: Pick<Services, 'database' | 'clock' | 'changes'>,
  { token, companyFile }: { readonly token: string; readonly companyFile: string },
  address: string | undefined,
): Promise<void> {
  const { realmId, creatorId } = await requireSetupLink(services, token)
  await confirmCompanyFile(services, { realmId, caller: toCaller(creatorId, address) }, companyFile)
}

function toCaller(userId: string, address: string | undefined): Caller {
  return { kind: 'system', userId, ...(address !== undefined && { address }) }
}

async function requireSetupLink({ database, clock }: Pick<Services, 'database' | 'clock'>, token: string) {
  if (!isWellFormedSecret(setupLinkPrefix, token)) throw linkNotFound()
  const tokenHash = hashSecret(token)
  const link = await openSetupLink(database, tokenHash, clock())
  if (link) return link
  throw (await isDeletedLink(database, tokenHash, clock())) ? linkDeleted() : linkNotFound()
}

function linkNotFound() {
  return new Problem(
    'not_found',
    'This link doesn’t work. It expired after 7 days, it was revoked, or the address is incomplete. Ask for a new link.',
  )
}

function linkDeleted() {
  return new Problem(
    'not_found',
    'The company file of this link was deleted from the service, so there is nothing to set up. Your file in QuickBooks is unchanged. If you expected something else, ask the person who sent you the link.',
    { isDeleted: true },
  )
}
