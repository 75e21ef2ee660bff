import { createTenant } from '@bridge/harness/create-tenant'
import { startService } from '@bridge/harness/start-service'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import { CompanyClient, postPapers } from './company-client.ts'
import { type Figure, readFigures } from './figures.ts'
import { papers } from './papers.ts'

/** The last day of the papers' month. */
const now = new Date('2026-03-31T12:00:00Z')

/** A sandbox, or a company file behind an agent and the gateway. */
export const realmKinds = ['sandbox', 'production'] as const
export type RealmKind = (typeof realmKinds)[number]

/**
 * Posts a month of papers into a new company file through the public API, and compares each figure of the twenty reports
 * with what the papers say, on both bases.
 */
export async function auditBooks(kind: RealmKind): Promise<readonly Figure[]> {
  await using started = new AsyncDisposableStack()
  const clock = () => now
  const service = await startService({ clock, sandboxHost: true, gateway: {} })
  started.defer(() => service.close())
  const { sandboxId, productionId, tokens, agentToken } = await createTenant(service.database, 'audit')
  if (kind === 'sandbox') {
    await service.database.sandboxCompany.upsert({
      where: { realmId: sandboxId },
      create: { realmId: sandboxId, template: 'empty' },
      update: { template: 'empty' },
    })
  } else {
    const options = { url: service.gatewayUrl, token: agentToken, template: 'empty', clock } as const
    const { agent } = await startSimulatedAgent(options)
    started.defer(() => agent.stop())
  }
  const realmId = kind === 'sandbox' ? sandboxId : productionId
  const company = new CompanyClient(`${service.origin}/v3/company/${realmId}`, tokens[kind])
  await postPapers(company, papers)
  return await readFigures(company, papers)
}
