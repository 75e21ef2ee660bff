import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readMigrations } from './migrate.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const squawk = path.join(repository, 'node_modules/squawk-cli/js/bin/squawk')

/** Earlier migrations were applied before the service was in use. */
const firstLinted = '20261123100000'

interface Finding {
  readonly file: string
  readonly rule_name: string
}

function lint(args: readonly string[], input = ''): Promise<readonly Finding[]> {
  return new Promise((resolve, reject) => {
    const options = { cwd: repository }
    const sent = [squawk, '--config', 'prisma/squawk.toml', '--reporter', 'json', ...args]
    const child = execFile(process.execPath, sent, options, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Finding[])
      } catch {
        reject(new Error(`squawk did not run: ${stderr}`))
      }
    })
    child.stdin?.end(input)
  })
}

it('keeps no table locked while the service runs', async () => {
  const migrations = (await readMigrations()).filter(({ name }) => name > firstLinted)
  const toFiles = (isConcurrent: boolean) =>
    migrations
      .filter(({ script }) => script.includes('CONCURRENTLY') === isConcurrent)
      .map(({ name }) => `prisma/migrations/${name}/migration.sql`)
  // In one transaction, no other waits for a table that it has created.
  expect(await lint(['--assume-in-transaction', ...toFiles(false)])).toEqual([])
  expect(await lint(toFiles(true))).toEqual([])
})

it.each([
  ['require-concurrent-index-creation', 'CREATE INDEX "a" ON "audit_event"("ip");'],
  ['adding-not-nullable-field', 'ALTER TABLE "audit_event" ALTER COLUMN "ip" SET NOT NULL;'],
  ['constraint-missing-not-valid', 'ALTER TABLE "audit_event" ADD CONSTRAINT "a" CHECK (ip <> \'\');'],
])('finds %s', async (rule, sql) => {
  const findings = await lint([], sql)
  expect(findings.map(({ rule_name: name }) => name)).toContain(rule)
})
