import { mkdirSync, writeFileSync } from 'node:fs'
import { entityPageName, formatEntityPage } from '../src/describe/entity-page.ts'
import { registry } from '../src/entities/index.ts'

const folder = new URL('../../../docs/entities/', import.meta.url)

mkdirSync(folder, { recursive: true })
for (const [name, entity] of Object.entries(registry)) {
  writeFileSync(new URL(entityPageName(name), folder), formatEntityPage(name, entity))
}
