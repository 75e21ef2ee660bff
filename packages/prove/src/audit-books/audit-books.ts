import { createTenant } from '@bridge/harness/create-tenant'
import { startService } from '@bridge/harness/start-service'
import { Company, postPapers } from './company.ts'
import { type Figure, readFigures } from './figures.ts'
import { papers } from './papers.ts'

/** The last day of the papers' month. */
const now = new Date('2026-03-31T12:00:00Z')

/**
 * Posts a month of papers into a new sandbox through the public API, and compares each figure of the twenty reports with
 * what the papers say, on both bases.
 */
export async function auditBooks(): Promise<readonly Figure[]> {
  const service = await startService({ clock: () => now, sandboxHost: true })
  try {
    const { sandboxId, tokens } = await createTenant(service.database, 'audit')
    await service.database.sandboxCompany.upsert({
      where: { realmId: sandboxId },
      create: { realmId: sandboxId, template: 'empty' },
      update: { template: 'empty' },
    })
    const company = new Company(`${service.origin}/v3/company/${sandboxId}`, tokens.sandbox)
    await postPapers(company, papers)
    return await readFigures(company, papers)
  } finally {
    await service.close()
  }
}
