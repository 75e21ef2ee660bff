import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatIndex, mayCite, readDecisions, updateLinks } from './decisions.ts'
import { openRepository } from './repository.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const repository = await openRepository()
const decisions = readDecisions(repository)

for (const file of repository.paths.filter(mayCite)) {
  const current = repository.read(file)
  const updated =
    file === 'docs/decisions/README.md' ? formatIndex(current, decisions) : updateLinks(current, decisions)
  if (updated !== current) writeFileSync(`${root}${file}`, updated)
}
