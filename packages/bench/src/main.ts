import { measureAgent } from './agent.ts'
import { measureBillingGate } from './billing-gate.ts'
import { measureConnector } from './connector.ts'
import { measureControlPlane } from './control-plane.ts'
import { measureExtraction } from './extraction.ts'
import { measureExtractionMemory } from './extraction-memory.ts'
import { measureFleet } from './fleet.ts'
import { measureFlood } from './flood.ts'
import { measureHostileResponses } from './hostile-responses.ts'
import { describeLoad, measureMachineLoad } from './machine-load.ts'
import { isReached, type Measurement } from './measurement.ts'
import { measureNeighbors } from './neighbors.ts'
import { measurePages } from './pages.ts'
import { measureProcesses } from './processes.ts'
import { measureQuery } from './query.ts'
import { measureReports } from './report.ts'
import { measureRequestLog } from './request-log.ts'
import { measureRequestPage } from './request-page.ts'
import { measureSandbox } from './sandbox.ts'
import { measureTranslation } from './translation.ts'
import { measureWebhooks } from './webhooks.ts'
import { measureWindows } from './windows.ts'
import { chooseWorstCases, measureWorstCases } from './worst-cases.ts'

const measures: Readonly<Record<string, () => Promise<readonly Measurement[]>>> = {
  translation: measureTranslation,
  query: measureQuery,
  pages: measurePages,
  extraction: () => measureExtraction({ customers: 20_000, invoices: 100_000 }),
  'extraction-memory': () => measureExtractionMemory({ customers: 20_000, invoices: 100_000 }),
  'extraction-of-a-small-file': () => measureExtraction({ customers: 400, invoices: 2_000 }),
  sandbox: measureSandbox,
  neighbors: measureNeighbors,
  'control-plane': measureControlPlane,
  'request-log': measureRequestLog,
  'billing-gate': measureBillingGate,
  'request-page': measureRequestPage,
  reports: measureReports,
  agent: measureAgent,
  connector: measureConnector,
  processes: measureProcesses,
  fleet: measureFleet,
  flood: measureFlood,
  'hostile-responses': measureHostileResponses,
  'worst-cases': () => measureWorstCases(),
  windows: measureWindows,
  webhooks: measureWebhooks,
  ...chooseWorstCases(process.argv.slice(2)),
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(measures)
const areKnown = names.every((name) => measures[name] !== undefined)
if (!areKnown) {
  process.stderr.write(`Usage: npm run bench -- [NAME …], where NAME is ${Object.keys(measures).join(', ')}\n`)
  process.exitCode = 1
}
for (const name of areKnown ? names : []) {
  const before = await measureMachineLoad()
  for (const measurement of (await measures[name]?.()) ?? []) process.stdout.write(print(measurement))
  process.stdout.write(`${describeLoad({ before, after: await measureMachineLoad() })}\n`)
}

function print(measurement: Measurement): string {
  const { name, ratio, goal, detail } = measurement
  const { atLeast, atMost } = goal
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast.toFixed(2)}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost.toFixed(2)}`]),
  ]
  const verdict = bounds.length === 0 ? 'figure ' : isReached(measurement) ? 'reached' : 'MISSED '
  return `${verdict}  ${ratio.toFixed(2)} × (goal: ${bounds.join(', ') || 'none'})  ${name}\n         ${detail}\n`
}
