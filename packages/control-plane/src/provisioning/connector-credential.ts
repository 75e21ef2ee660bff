import { randomBytes, randomUUID } from 'node:crypto'
import { addKeyedHash } from '@bridge/database/passwords'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { nameSchema } from '@bridge/identity/access/name'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import type { ServerConfig } from '@bridge/platform/server-config'
import { z } from 'zod'
import { namedFileOutput, noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import {
  findConnectorCredentials,
  findConnectorFile,
  insertConnectorCredential,
  replaceConnectorPassword,
  revokeConnectorCredential,
} from './connector-credential.store.ts'
import { connectorProblemSchema } from './connector-problem.ts'
import { withinQuota } from './quota.ts'
import { getQwcFileName, requireConnectorAddress, serializeQwcFile } from './qwc-file.ts'

const userNameBytes = 8
const passwordPrefix = 'svcw_'

const issuedSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  userName: z.string(),
  password: z.string(),
})

const credentialSchema = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    userName: z.string(),
    createdAt: timeSchema,
    lastPolledAt: timeSchema.nullable().describe('When the Web Connector last polled with it.'),
    revoked: z.boolean(),
    revokedAt: timeSchema.nullable(),
    problem: connectorProblemSchema,
    sharedAt: timeSchema
      .nullable()
      .describe('When two Web Connectors used it at the same time: each PC needs its own.'),
    machine: z.string().nullable().describe('The name of the PC of its latest update.'),
    formerMachine: z
      .string()
      .nullable()
      .describe('The name of the PC before that one, since the credential has its password.'),
  })
  .meta({ id: 'ConnectorCredential' })

export const connectorCredentialOperations = {
  createConnectorCredential: operation({
    route: 'POST /realms/{realmId}/connector-credentials',
    summary:
      'Issues a user name and a password for the QuickBooks Web Connector of one PC. Only this response shows the password. Its file can be added to the company file once: create another credential for another PC, or to add it again.',
    about: 'realm',
    role: 'admin',
    input: z.strictObject({ label: nameSchema(80).default('Web Connector') }),
    problems: ['sandbox_realm', 'quota_reached'],
    creates: { secret: 'password' },
    output: issuedSchema,
    run: async (services, call, { label }) => {
      const { password, passwordHash } = await mintConnectorPassword(services.config)
      const credential = { label, ...mintConnectorUser(), passwordHash, createdAt: services.clock() }
      const row = await withinQuota(services, 'connectorCredentials', call.id, (database) =>
        insertConnectorCredential(database, call, credential, call.caller),
      )
      if (!row) {
        throw new Problem(
          'sandbox_realm',
          'A sandbox realm needs no Web Connector. Create credentials for production realms.',
        )
      }
      return { id: row.id, label: row.label, userName: row.userName, password }
    },
  }),

  listConnectorCredentials: operation({
    route: 'GET /realms/{realmId}/connector-credentials',
    summary: "Lists a realm's credentials for the QuickBooks Web Connector, without their passwords.",
    about: 'realm',
    role: 'viewer',
    input: noInput,
    output: z.strictObject({ connectorCredentials: z.array(credentialSchema) }),
    run: async ({ database }, { id }) => ({
      connectorCredentials: (await findConnectorCredentials(database, id)).map((row) => ({
        ...row,
        createdAt: formatTime(row.createdAt),
        lastPolledAt: formatTime(row.lastPolledAt),
        revoked: row.revokedAt !== null,
        revokedAt: formatTime(row.revokedAt),
        problem: connectorProblemSchema.parse(row.problem),
        sharedAt: formatTime(row.sharedAt),
      })),
    }),
  }),

  downloadConnectorFile: operation({
    route: 'GET /connector-credentials/{credentialId}/qwc',
    summary:
      'Downloads the file that adds the service to the QuickBooks Web Connector. It has no password: the Web Connector asks for it.',
    about: 'connector',
    role: 'member',
    input: noInput,
    output: namedFileOutput,
    file: { type: 'application/octet-stream', name: 'bridge-service.qwc' },
    run: (services, { id }) => loadConnectorFile(services, id),
  }),

  rotateConnectorPassword: operation({
    route: 'POST /connector-credentials/{credentialId}/password',
    summary:
      'Gives a credential of the QuickBooks Web Connector a new password, which only this response shows. The previous one ends at once. The user name and the file stay.',
    about: 'connector',
    role: 'admin',
    input: noInput,
    creates: { secret: 'password' },
    output: issuedSchema,
    run: async ({ database, clock, changes, config }, call) => {
      const { password, passwordHash } = await mintConnectorPassword(config)
      const row = await replaceConnectorPassword(database, call, { passwordHash, at: clock() }, call.caller)
      if (!row) throw revokedProblem()
      await changes.publish('agents')
      return { id: row.id, label: row.label, userName: row.userName, password }
    },
  }),

  revokeConnectorCredential: operation({
    route: 'DELETE /connector-credentials/{credentialId}',
    summary: 'Revokes a credential of the QuickBooks Web Connector, which is rejected from its next poll on.',
    about: 'connector',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, call) => {
      await revokeConnectorCredential(database, call, call.caller, clock())
      await changes.publish('agents')
      return undefined
    },
  }),
}

/** Returns a new credential's user name, and the GUIDs of its file. */
export function mintConnectorUser() {
  return {
    userName: `connector-${randomBytes(userNameBytes).toString('hex')}`,
    ownerId: randomUUID(),
    fileId: randomUUID(),
  }
}

export async function mintConnectorPassword({ machineSecret }: Pick<ServerConfig, 'machineSecret'>) {
  const password = mintSecret(passwordPrefix)
  return { password, passwordHash: await addKeyedHash(password, hashSecret(password), machineSecret) }
}

/**
 * Loads a credential's `.qwc` file.
 *
 * @throws Problem `invalid_request` for a revoked credential, and for a service whose address the Web Connector refuses
 */
export async function loadConnectorFile(
  { database, config }: Pick<Services, 'database' | 'config'>,
  id: string,
): Promise<z.output<typeof namedFileOutput>> {
  const { baseUrl } = config
  requireConnectorAddress(baseUrl)
  const row = await findConnectorFile(database, id)
  if (!row) throw revokedProblem()
  const { realm, ...credential } = row
  const { name: realmName, applicationName } = realm
  return {
    name: getQwcFileName(realmName, credential.realmId),
    text: serializeQwcFile({ baseUrl, realmName, applicationName, ...credential }),
  }
}

function revokedProblem(): Problem {
  return new Problem('invalid_request', 'The credential was revoked. Create a new one.')
}
