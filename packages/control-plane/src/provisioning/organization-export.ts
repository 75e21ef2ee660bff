import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { fileOutput, noInput, operation } from '../operation/operation.ts'
import { loadAllEvents } from './audit.ts'
import {
  type ExportedDelivery,
  findExportedClients,
  findExportedDeliveries,
  findExportedRealms,
  findExportedWebhooks,
  findOrganizationData,
} from './organization-export.store.ts'

export const organizationExportOperations = {
  exportOrganization: operation({
    route: 'GET /orgs/{orgId}/export',
    summary:
      'Exports an organization as JSON: settings, members, company files, clients, webhooks with their deliveries, keys, usage and audit events, without secrets. Logged requests are not included.',
    about: 'org',
    role: 'admin',
    requiresFreshProof: true,
    input: noInput,
    output: fileOutput,
    file: { type: 'application/json; charset=utf-8', name: 'organization.json' },
    run: async ({ database, clock }, { orgId, caller }) => {
      const at = clock()
      const { id, name, slug, plan, ...others } = await findOrganizationData(database, orgId)
      await recordAudit(database, {
        orgId,
        caller,
        action: 'organization.export',
        resource: 'org',
        resourceId: orgId,
        at,
      })
      const data = { exportedAt: at, organization: { id, name, slug, plan }, ...others }
      return printExport(data, {
        realms: loadParts((part) => findExportedRealms(database, orgId, part), realmsPerPart),
        clients: loadParts((part) => findExportedClients(database, orgId, part), clientsPerPart),
        webhookDeliveries: loadDeliveries(database, orgId),
        auditEvents: loadAllEvents(database, orgId, {}),
      })
    },
  }),
}

/** A realm has up to 400 days of usage for each client, a client a connection for each realm. */
const [realmsPerPart, clientsPerPart] = [100, 5]
/** A delivery has the body that was sent, of up to 100 events. */
const [webhooksPerPart, deliveriesPerPart] = [100, 50]

async function* loadDeliveries(database: Database, orgId: OwnedOrgId<'admin'>): AsyncGenerator<readonly object[]> {
  const parts = loadParts((part) => findExportedWebhooks(database, orgId, part), webhooksPerPart)
  for await (const webhooks of parts) {
    for (const { id } of webhooks) {
      let after: ExportedDelivery | undefined
      do {
        const rows = await findExportedDeliveries(database, id, { after, limit: deliveriesPerPart })
        if (rows.length > 0) yield rows
        after = rows.length < deliveriesPerPart ? undefined : rows.at(-1)
      } while (after !== undefined)
    }
  }
}

/** Loads a list part by part, by ID. */
async function* loadParts<Row extends { readonly id: string }>(
  load: (part: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Row[]>,
  limit: number,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined
  while (true) {
    const rows = await load({ after, limit })
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)?.id
  }
}

/** Prints the data as one JSON object, with the lists as its last fields, part by part. */
async function* printExport(
  data: object,
  lists: Readonly<Record<string, AsyncIterable<readonly object[]>>>,
): AsyncGenerator<string> {
  yield JSON.stringify(data).slice(0, -1)
  for (const [name, parts] of Object.entries(lists)) {
    yield `,"${name}":[`
    let separator = ''
    for await (const rows of parts) {
      yield separator + rows.map((row) => JSON.stringify(row)).join(',')
      separator = ','
    }
    yield ']'
  }
  yield '}\n'
}
