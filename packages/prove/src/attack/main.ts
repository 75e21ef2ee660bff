import { groups } from './groups.ts'
import { chooseGroups, findUnknown } from './run/choose-groups.ts'
import { formatResults } from './run/format-results.ts'
import { createProgress } from './run/progress.ts'
import { type GroupResult, startGroup } from './run/run-group.ts'

const texts = process.argv.slice(2)
const unknown = findUnknown(groups, texts)
if (unknown.length > 0) {
  process.stderr.write(
    `There is no attack ${unknown.map((text) => `“${text}”`).join(', ')}.\nUsage: npm run attack -- [NAME …], where NAME is part of ${groups.map(({ name }) => name).join(', ')}; "NAME: ATTACK" runs single attacks of a group\n`,
  )
  process.exit(1)
}

const results: GroupResult[] = []
for (const group of chooseGroups(groups, texts)) {
  const { name, attacks, afterwards = [] } = group
  const progress = createProgress(name, attacks.length + afterwards.length, {
    write: (text) => process.stderr.write(text),
    now: () => performance.now(),
  })
  results.push(await startGroup(group, progress.add))
  progress.end()
}
process.stdout.write(formatResults(results))
process.exit(results.every(({ breaches }) => breaches.length === 0) ? 0 : 1)
