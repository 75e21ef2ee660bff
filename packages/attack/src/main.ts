import { groups } from './groups.ts'
import { chooseGroups } from './run/choose-groups.ts'
import { printProgress } from './run/print-progress.ts'
import { printResults } from './run/print-results.ts'
import { type GroupResult, startGroup } from './run/run-group.ts'

const chosen = chooseGroups(groups, process.argv.slice(2))
if (chosen.length === 0) {
  process.stderr.write(
    `Usage: npm run attack -- [NAME …], where NAME is part of ${groups.map(({ name }) => name).join(', ')}; "NAME: ATTACK" runs single attacks of a group\n`,
  )
  process.exit(1)
}

const results: GroupResult[] = []
for (const group of chosen) {
  const { name, attacks, afterwards = [] } = group
  const progress = printProgress(name, attacks.length + afterwards.length, {
    write: (text) => process.stderr.write(text),
    now: () => performance.now(),
  })
  results.push(await startGroup(group, progress.add))
  progress.end()
}
process.stdout.write(printResults(results))
process.exit(results.every(({ breaches }) => breaches.length === 0) ? 0 : 1)
