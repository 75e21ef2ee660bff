import { randomUUID } from 'node:crypto'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import {
  type ClientSettings,
  clientSettingsSchema,
  defaultClientSettings,
} from '@bridge/identity/access/client-settings'
import { nameSchema } from '@bridge/identity/access/name'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { parseInput } from '@bridge/identity/access/parse-input'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { afterField, listPageFields, toListPage } from '../operation/list-page.ts'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import {
  type ClientUse,
  deleteClient,
  findClients,
  findClientUse,
  findOwnedClient,
  insertClient,
  replaceSecret,
  updateClient,
} from './client.store.ts'
import { withinQuota } from './quota.ts'
import { redirectUrisSchema } from './redirect-uri.ts'

/** An organization's OAuth client. */
export interface Client extends ClientSettings {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Raised by each change to the name, redirect URIs or settings. */
  readonly version: number
  /** Until when the secret before the last rotation is valid; null if there was none. */
  readonly formerSecretUntil: Date | null
  /** The address of its metadata document; null for a client that was registered here. */
  readonly metadataUrl: string | null
  readonly createdAt: Date
}

const secretPrefix = 'svcs_'

const { responseFormat, ids, faultCodes } = clientSettingsSchema.shape

const createClientInput = z.strictObject({
  name: nameSchema(80),
  redirectUris: redirectUrisSchema,
  responseFormat: responseFormat.default(defaultClientSettings.responseFormat),
  ids: ids.default(defaultClientSettings.ids),
  faultCodes: faultCodes.default(defaultClientSettings.faultCodes),
})

/**
 * Registers an OAuth client. Only this response has the secret; the database keeps its hash.
 *
 * @throws Problem `invalid_request` for an invalid redirect URI [cp-4.1]
 */
export async function createClient(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  orgId: OwnedOrgId<'admin'>,
  input: z.input<typeof createClientInput>,
): Promise<{ readonly client: Client; readonly clientSecret: string }> {
  const clientSecret = mintSecret(secretPrefix)
  const client = await insertClient(
    services.database,
    {
      ...parseInput(createClientInput, input),
      id: `svcc_${randomUUID().replaceAll('-', '')}`,
      orgId,
      secretHash: hashSecret(clientSecret),
      createdAt: services.clock(),
    },
    caller,
  )
  return { client, clientSecret }
}

const clientSchema = z
  .strictObject({
    id: z.string(),
    orgId: z.string(),
    name: z.string(),
    redirectUris: z.array(z.string()),
    ...clientSettingsSchema.shape,
    version: z.number().int(),
    formerSecretUntil: timeSchema.nullable(),
    metadataUrl: z
      .string()
      .nullable()
      .describe('The address of the host’s metadata document; null for an app registered here.'),
    createdAt: timeSchema,
  })
  .meta({ id: 'Client' })

const usedClientSchema = clientSchema.extend({
  /** Company files the client is connected to. */
  companyFiles: z.number().int().describe('How many it has a valid token for; at most 1,000 are counted.'),
  lastUsedAt: timeSchema.nullable(),
})

const updateClientInput = z
  .strictObject({
    name: nameSchema(80).optional(),
    redirectUris: redirectUrisSchema.optional(),
    ...clientSettingsSchema.partial().shape,
    version: z.number().int().min(1).optional(),
  })
  .refine(({ version, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    message: 'Send a name, redirectUris or a setting',
  })

/** How long the previous secret stays valid after a rotation, to let an integration switch without a gap. */
const formerSecretMs = 24 * 60 * 60 * 1000

export const clientOperations = {
  createClient: operation({
    route: 'POST /clients',
    summary: 'Registers an OAuth client. Only this response shows its secret.',
    about: 'org',
    role: 'admin',
    input: createClientInput,
    problems: ['quota_reached'],
    creates: { secret: 'clientSecret' },
    output: z.strictObject({ client: clientSchema, clientSecret: z.string() }),
    run: async (services, { caller, orgId }, input) => {
      const created = await withinQuota(services, 'clients', orgId, (database) =>
        createClient({ ...services, database }, caller, orgId, input),
      )
      return { client: print(created.client), clientSecret: created.clientSecret }
    },
  }),

  listClients: operation({
    route: 'GET /clients',
    summary: 'Lists the OAuth clients of an organization, without their secrets, oldest first.',
    about: 'org',
    role: 'member',
    input: z.strictObject(listPageFields('the name')),
    output: z.strictObject({ clients: z.array(usedClientSchema), ...afterField }),
    run: async ({ database, clock }, { orgId }, page) => {
      const { rows, after } = toListPage(await findClients(database, orgId, page), page)
      const ids = rows.map(({ id }) => id)
      const use = await findClientUse(database, ids, clock())
      return { clients: rows.map((client) => formatUsed(client, use)), after }
    },
  }),

  getClient: operation({
    route: 'GET /clients/{clientId}',
    summary: 'Returns an OAuth client, without its secret.',
    about: 'client',
    role: 'member',
    input: noInput,
    output: z.strictObject({ client: usedClientSchema }),
    run: async ({ database, clock }, call) => {
      const use = await findClientUse(database, [call.id], clock())
      return { client: formatUsed(await findOwnedClient(database, call), use) }
    },
  }),

  updateClient: operation({
    route: 'PATCH /clients/{clientId}',
    summary:
      'Changes the name, the redirect URIs and the settings of a client. With a `version`, only if the client still has that version.',
    about: 'client',
    role: 'admin',
    problems: ['edit_conflict'],
    input: updateClientInput,
    output: z.strictObject({ client: clientSchema }),
    run: async ({ database, clock, changes }, call, change) => {
      const { kind, row } = await updateClient(database, call, change, call.caller, clock())
      const client = print(row)
      if (kind === 'conflict') throw new Problem('edit_conflict', undefined, { client })
      await changes.publish('tokens')
      return { client }
    },
  }),

  rotateClientSecret: operation({
    route: 'POST /clients/{clientId}/secret',
    summary: 'Gives a client a new secret, which only this response shows. The previous one stays valid for 24 hours.',
    about: 'client',
    role: 'admin',
    input: noInput,
    output: z.strictObject({ client: clientSchema, clientSecret: z.string(), formerSecretUntil: timeSchema }),
    run: async ({ database, clock }, call) => {
      const clientSecret = mintSecret(secretPrefix)
      const at = clock()
      const formerUntil = new Date(at.getTime() + formerSecretMs)
      const secret = { secretHash: hashSecret(clientSecret), formerUntil, at }
      const row = await replaceSecret(database, call, secret, call.caller)
      if (!row) throw new Problem('invalid_request', 'This client has no secret.')
      return { client: print(row), clientSecret, formerSecretUntil: formatTime(formerUntil) }
    },
  }),

  deleteClient: operation({
    route: 'DELETE /clients/{clientId}',
    summary: 'Deletes a client with its codes and tokens, and disconnects every company from it.',
    about: 'client',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, call) => {
      await deleteClient(database, call, call.caller, clock())
      await changes.publish('tokens')
      return undefined
    },
  }),
}

function formatUsed(client: Client, use: readonly ClientUse[]): z.output<typeof usedClientSchema> {
  const found = use.find(({ clientId }) => clientId === client.id)
  return {
    ...print(client),
    companyFiles: found?.companyFiles ?? 0,
    lastUsedAt: formatTime(found?.lastUsedAt ?? null),
  }
}

function print({ createdAt, redirectUris, formerSecretUntil, ...row }: Client): z.output<typeof clientSchema> {
  return {
    ...row,
    redirectUris: [...redirectUris],
    formerSecretUntil: formatTime(formerSecretUntil),
    createdAt: formatTime(createdAt),
  }
}
