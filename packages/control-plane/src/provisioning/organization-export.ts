import { recordAudit } from '@bridge/identity/access/audit.store'
import { fileOutput, noInput, operation } from '../operation/operation.ts'
import { loadAllEvents } from './audit.ts'
import { findOrganizationData } from './organization-export.store.ts'

export const organizationExportOperations = {
  exportOrganization: operation({
    route: 'GET /orgs/{orgId}/export',
    summary:
      'Exports an organization as JSON: settings, members, company files, clients, keys, usage and audit events, without secrets. Logged requests are not included.',
    about: 'org',
    role: 'admin',
    requiresFreshProof: true,
    input: noInput,
    output: fileOutput,
    file: { type: 'application/json; charset=utf-8', name: 'organization.json' },
    run: async ({ database, clock }, { orgId, caller }) => {
      const at = clock()
      const { id, name, slug, plan, ...data } = await findOrganizationData(database, orgId)
      await recordAudit(database, {
        orgId,
        caller,
        action: 'organization.export',
        resource: 'org',
        resourceId: orgId,
        at,
      })
      return printExport(
        { exportedAt: at, organization: { id, name, slug, plan }, ...data },
        loadAllEvents(database, orgId, {}),
      )
    },
  }),
}

/** Prints the data as one JSON object, with the events as its last field. */
async function* printExport(data: object, pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(data).slice(0, -1)},"auditEvents":[`
  let separator = ''
  for await (const events of pages) {
    yield separator + events.map((event) => JSON.stringify(event)).join(',')
    separator = ','
  }
  yield ']}\n'
}
