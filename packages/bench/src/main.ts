import { measureAgent } from './agent.ts'
import { measureBillingGate } from './billing-gate.ts'
import { measureControlPlane } from './control-plane.ts'
import { measureDocumentation } from './documentation.ts'
import { isReached, type Measurement } from './measurement.ts'
import { measureQuery } from './query.ts'
import { measureRequestLog } from './request-log.ts'
import { measureRequestPage } from './request-page.ts'
import { measureSandbox } from './sandbox.ts'
import { measureTranslation } from './translation.ts'

const measures = [
  measureTranslation,
  measureQuery,
  measureSandbox,
  measureControlPlane,
  measureRequestLog,
  measureBillingGate,
  measureDocumentation,
  measureRequestPage,
  measureAgent,
]

for (const measure of measures) {
  for (const measurement of await measure()) process.stdout.write(print(measurement))
}

function print(measurement: Measurement): string {
  const { name, ratio, goal, detail } = measurement
  const bound = goal.atMost === undefined ? `at least ${goal.atLeast?.toFixed(2)}` : `at most ${goal.atMost.toFixed(2)}`
  return `${isReached(measurement) ? 'reached' : 'MISSED '}  ${ratio.toFixed(2)} × (goal: ${bound})  ${name}\n         ${detail}\n`
}
