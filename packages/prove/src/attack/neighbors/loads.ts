import { agentLoads } from './agent-loads.ts'
import { pageLoads } from './page-loads.ts'
import { patternLoads } from './pattern-loads.ts'
import type { CreateLoad } from './run-load.ts'
import { tenantLoads } from './tenant-loads.ts'
import { visitorLoads } from './visitor-loads.ts'

/** The worst anyone without an account can do, by name. */
export const anonymousLoads: Readonly<Record<string, CreateLoad>> = { ...visitorLoads, ...pageLoads }

/** The worst an agent, a tenant or a visitor can do, by name. */
export const loads: Readonly<Record<string, CreateLoad>> = {
  ...agentLoads,
  ...tenantLoads,
  ...patternLoads,
  ...anonymousLoads,
}
