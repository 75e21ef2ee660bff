import { hashSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import { findClient, findDocumentClient } from './client.store.ts'
import type { AuthenticatedClient } from './client.ts'
import { isDocumentUrl } from './client-document.ts'
import type { Parameters } from './parameters.ts'

/** A request of a client with a metadata document, whose code or token no organization has issued. */
export class UnknownGrantError extends OAuthError {
  constructor() {
    super('invalid_grant', 'The code or token is invalid, or was issued to another client.')
  }
}

/** The parameters with a grant. */
const grantParameters = ['code', 'refresh_token', 'token']

/**
 * Finds a client without a secret, which names itself only: its code or token shows who it is. Undefined for a
 * request with credentials, and for a client with a secret.
 *
 * @throws UnknownGrantError
 */
export async function findPublicClient(
  { database }: Pick<Dependencies, 'database'>,
  authorization: string | undefined,
  parameters: Parameters,
): Promise<AuthenticatedClient | undefined> {
  const clientId = parameters.get('client_id')
  if (clientId === undefined || authorization !== undefined || parameters.has('client_secret')) return undefined
  if (!isDocumentUrl(clientId)) {
    const client = await findClient(database, clientId)
    return client?.secretHash === null ? { id: client.id, orgId: client.orgId } : undefined
  }
  const grant = grantParameters.map((name) => parameters.get(name)).find((value) => value !== undefined)
  const client = grant === undefined ? undefined : await findDocumentClient(database, clientId, hashSecret(grant))
  if (!client) throw new UnknownGrantError()
  return client
}
