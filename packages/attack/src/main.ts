import { groups } from './groups.ts'
import { printResults } from './run/print-results.ts'
import { type GroupResult, startGroup } from './run/run-group.ts'

const names = process.argv.slice(2).map((name) => name.toLowerCase())
const chosen = groups.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.toLowerCase().includes(part)),
)
if (chosen.length === 0) {
  process.stderr.write(
    `Usage: npm run attack -- [NAME …], where NAME is part of ${groups.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(1)
}

const results: GroupResult[] = []
for (const group of chosen) results.push(await startGroup(group))
process.stdout.write(printResults(results))
process.exit(results.every(({ breaches }) => breaches.length === 0) ? 0 : 1)
