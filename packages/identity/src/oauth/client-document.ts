import type { Dependencies } from '@bridge/platform/dependencies'
import type { OutgoingClient } from '@bridge/platform/outgoing-client'
import { createReadThroughCache, type ReadThroughCache } from '@bridge/platform/read-through-cache'
import { z } from 'zod'
import { cleanForeignName } from '../access/name.ts'
import { findRedirectUriViolation } from '../access/redirect-uri-violation.ts'

/** A client as its metadata document describes it, and the document's address, which is its client ID. */
export interface ClientDocument {
  readonly url: string
  readonly name: string
  /** Those with https or a loopback address. */
  readonly redirectUris: readonly string[]
}

/** The draft of the standard recommends this limit. */
const maxBytes = 5 * 1024
/** A change of a document takes effect within a day, whatever its headers allow. */
const maxCachedSeconds = 86_400
/** At most 5 MiB. */
const maxDocuments = 1_000
const maxNameCharacters = 80

/** Returns whether a client ID is the address of a metadata document, in its normal form. */
export function isDocumentUrl(clientId: string): boolean {
  if (!URL.canParse(clientId)) return false
  const { protocol, pathname, hash, username, password, href } = new URL(clientId)
  return href === clientId && protocol === 'https:' && pathname !== '/' && `${hash}${username}${password}` === ''
}

/** Fetches the metadata documents of clients, and keeps them for as long as their headers allow. */
export class ClientDocuments {
  readonly #outgoing: Pick<OutgoingClient, 'send'>
  readonly #cache: ReadThroughCache<string, FetchedDocument | undefined>

  constructor({ outgoing, clock }: Pick<Dependencies, 'clock'> & { readonly outgoing: Pick<OutgoingClient, 'send'> }) {
    this.#outgoing = outgoing
    this.#cache = createReadThroughCache({
      load: (key) => this.#fetch(key),
      clock,
      ttlMs: ({ maxAgeSeconds }) => maxAgeSeconds * 1_000,
      maxEntries: maxDocuments,
    })
  }

  /** Returns a client ID's document; undefined if it is missing or invalid. Each user fetches one at a time. */
  async find(url: string, userId: string): Promise<ClientDocument | undefined> {
    return (await this.#cache.get(`${userId} ${url}`))?.document
  }

  async #fetch(key: string): Promise<FetchedDocument | undefined> {
    const [userId, url = ''] = key.split(' ')
    const result = await this.#outgoing.send({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      owner: `client document for ${userId}`,
      maxBodyBytes: maxBytes + 1,
    })
    if (result.kind === 'failed' || result.status !== 200) return undefined
    const document = parseDocument(url, result.body)
    return document && { document, maxAgeSeconds: getMaxAge(result.cacheControl ?? '') }
  }
}

interface FetchedDocument {
  readonly document: ClientDocument
  readonly maxAgeSeconds: number
}

/** Returns for how many seconds a response may be kept; 0 unless it says so. */
function getMaxAge(cacheControl: string): number {
  if (/no-store|no-cache/i.test(cacheControl)) return 0
  return Math.min(Number(/max-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0), maxCachedSeconds)
}

/** A document with a secret, or a client that would have to authenticate, is rejected: it would be neither. */
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
})

function parseDocument(url: string, body: string): ClientDocument | undefined {
  const parsed = Buffer.byteLength(body) > maxBytes ? undefined : documentSchema.safeParse(parseJson(body))
  if (!parsed?.success || parsed.data.client_id !== url) return undefined
  const { client_name: name = '', redirect_uris: uris } = parsed.data
  const redirectUris = uris.filter((uri) => findRedirectUriViolation(uri) === undefined)
  if (redirectUris.length === 0) return undefined
  return { url, name: cleanForeignName(name, maxNameCharacters) || new URL(url).host, redirectUris }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
