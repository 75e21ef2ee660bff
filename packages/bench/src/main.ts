import { measureAgent } from './agent.ts'
import { isReached, type Measurement } from './measurement.ts'
import { measureQuery } from './query.ts'
import { measureSandbox } from './sandbox.ts'
import { measureTranslation } from './translation.ts'

const print = (measurement: Measurement): string => {
  const { name, ratio, goal, detail } = measurement
  const bound = goal.atMost === undefined ? `at least ${goal.atLeast?.toFixed(2)}` : `at most ${goal.atMost.toFixed(2)}`
  return `${isReached(measurement) ? 'reached' : 'MISSED '}  ${ratio.toFixed(2)} × (goal: ${bound})  ${name}\n         ${detail}\n`
}

for (const measure of [measureTranslation, measureQuery, measureSandbox, measureAgent]) {
  for (const measurement of await measure()) process.stdout.write(print(measurement))
}
