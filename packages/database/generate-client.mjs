// Generates the Prisma client and the list of migrations into packages/database/generated.
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const prisma = path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js')
const schema = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url))

const { status } = spawnSync(process.execPath, [prisma, 'generate', '--schema', schema], {
  stdio: 'inherit',
  // Prisma would download a native engine, which a client with a driver adapter never uses; any existing file will do.
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
})
process.exitCode = status ?? 1
if (status === 0) writeMigrationNames()

/** Programs know their migrations without reading folders. */
function writeMigrationNames() {
  const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = JSON.stringify(entries.map(({ name }) => name).sort())
  const file = fileURLToPath(new URL('generated/migrations.ts', import.meta.url))
  writeFileSync(file, `export const migrationNames: readonly string[] = ${names}\n`)
}
