import { createSandboxDesktop, type Sandboxes } from '@bridge/data-plane/sandbox/sandbox-desktop'
import type { Database } from '@bridge/database'
import type { ServerConfig } from '@bridge/platform/server-config'
import { CompanyFiles } from '@bridge/sandbox'

interface LocalSandboxesOptions {
  readonly database: Database
  readonly clock: () => Date
  readonly config: Pick<ServerConfig, 'sandboxRecordsMax'>
}

/** Opens sandboxes' company files in this process, with the test's clock. */
export function openCompanyFiles({ database, clock, config }: LocalSandboxesOptions): CompanyFiles {
  return new CompanyFiles({
    database,
    clock,
    random: () => 0.5,
    maxRecords: config.sandboxRecordsMax,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
}

/** Creates the sandboxes' desktop over company files in this process. */
export function openSandboxes(options: LocalSandboxesOptions): Sandboxes {
  return createSandboxDesktop(openCompanyFiles(options))
}
