import { groups } from './groups.ts'
import { printResults } from './run/print-results.ts'
import { type GroupResult, runGroup } from './run/run-group.ts'
import { startTarget } from './target/start-target.ts'

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
for (const group of chosen) {
  const target = await startTarget()
  try {
    results.push(await runGroup(group, target))
  } finally {
    await target.close()
  }
}
process.stdout.write(printResults(results))
process.exit(results.every(({ breaches }) => breaches.length === 0) ? 0 : 1)
