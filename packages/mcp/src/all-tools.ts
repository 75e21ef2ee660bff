import { changes } from './reading/changes.ts'
import { companyOverview } from './reading/company-overview.ts'
import { describe } from './reading/describe.ts'
import { find } from './reading/find.ts'
import { get } from './reading/get.ts'
import { runReport } from './reading/run-report.ts'
import type { Tool } from './tools/tool.ts'

/** Every tool, in the order in which hosts see them. */
export const allTools: readonly Tool[] = [companyOverview, find, get, runReport, describe, changes]
