import { realmIdSchema } from '@bridge/agent-protocol'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { searchField } from '../operation/list-page.ts'
import { noContent, noInput, operation } from '../operation/operation.ts'
import {
  type ConnectionPage,
  disconnect,
  type FoundConnection,
  findClientConnections,
  findRealmConnections,
} from './connection.store.ts'

const connectionSchema = z
  .strictObject({
    id: z.string(),
    realmId: realmIdSchema,
    realmName: z.string(),
    realmKind: z.enum(['sandbox', 'production']),
    clientId: z.string(),
    clientName: z.string(),
    connectedBy: z
      .string()
      .nullable()
      .describe(
        'The email address of the user who connected the client; null if they were not signed in, or their account is gone.',
      ),
    createdAt: timeSchema.describe('When a user connected the client to the company file.'),
    lastUsedAt: timeSchema.nullable().describe('The latest request, within 10 seconds; null for an unused connection.'),
  })
  .meta({ id: 'Connection' })

const maxPage = 200

const pageFields = {
  before: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the ID of a connection')
    .optional()
    .describe('The last ID of the previous page.'),
  limit: z.coerce.number().int().min(1).max(maxPage).default(50),
}

const pageOutput = z.strictObject({ connections: z.array(connectionSchema), before: z.string().nullable() })

export const connectionOperations = {
  listRealmConnections: operation({
    route: 'GET /realms/{realmId}/connections',
    summary: 'Lists the clients that are connected to a realm, newest first: those that have a valid token.',
    about: 'realm',
    role: 'member',
    input: z.strictObject({ ...pageFields, ...searchField('the name of the client') }),
    output: pageOutput,
    run: async ({ database, clock }, call, input) => {
      const page: ConnectionPage = { ...input, now: clock() }
      return serializePage(await findRealmConnections(database, call, page), page)
    },
  }),

  listClientConnections: operation({
    route: 'GET /clients/{clientId}/connections',
    summary: 'Lists the realms that a client is connected to, newest first: those that it has a valid token for.',
    about: 'client',
    role: 'member',
    input: z.strictObject({ ...pageFields, ...searchField('the name or the ID of the realm') }),
    output: pageOutput,
    run: async ({ database, clock }, call, input) => {
      const page: ConnectionPage = { ...input, now: clock() }
      return serializePage(await findClientConnections(database, call, page), page)
    },
  }),

  disconnect: operation({
    route: 'DELETE /connections/{connectionId}',
    summary: 'Disconnects a client from a realm: revokes all tokens of the connection.',
    about: 'connection',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, call) => {
      await disconnect(database, call, call.caller, clock())
      await changes.publish('tokens')
      return undefined
    },
  }),
}

function serializePage(rows: readonly FoundConnection[], { limit }: ConnectionPage): z.output<typeof pageOutput> {
  return {
    connections: rows.map((row) => ({
      ...row,
      createdAt: formatTime(row.createdAt),
      lastUsedAt: formatTime(row.lastUsedAt),
    })),
    before: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  }
}
