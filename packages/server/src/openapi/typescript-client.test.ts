import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writtenTables } from './data-plane/tables.ts'
import { createOpenApi } from './openapi.ts'
import { sampleRecords } from './sample-records.ts'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(packageFolder, 'reports-client-'))
  const document = structuredClone(createOpenApi('https://bridge.test'))
  const types = astToString(await openapiTypeScript(document as unknown as Parameters<typeof openapiTypeScript>[0]))
  await writeFile(path.join(folder, 'bridge.d.ts'), types)
})
afterAll(() => rm(folder, { recursive: true }))

/** Compiles a file next to the client's types; returns its errors. */
async function compile(source: string): Promise<string> {
  await writeFile(path.join(folder, 'client.ts'), `${head}\n${source}\n`)
  try {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext']
    await promisify(execFile)(
      process.execPath,
      [compiler, ...options, '--ignoreConfig', path.join(folder, 'client.ts')],
      {
        cwd: folder,
      },
    )
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

const head = `import type { components, operations, paths } from './bridge.d.ts'
type Schemas = components['schemas']
type Body<Path extends keyof paths> = paths[Path] extends { post: { requestBody: { content: infer Content } } }
  ? Content extends { 'application/json': infer Json } ? Json : never
  : never
export type { operations }`

const identity = { Id: '80000001-1', SyncToken: '1', sparse: true }
const bodies = writtenTables().map(({ name, can }) => ({ name, can, ...sampleRecords[name] }))

describe('a TypeScript client generated from the document', () => {
  it('compiles a create and an update of every entity', { timeout: 60_000 }, async () => {
    const source = bodies.flatMap(({ name, can, create, update }, index) => [
      `const create${index}: Schemas['${name}Create'] = ${JSON.stringify(create)}`,
      `export const sent${index}: Body<'/v3/company/{realmId}/${name.toLowerCase()}'> = create${index}`,
      ...(can.includes('update')
        ? [`export const update${index}: Schemas['${name}Update'] = ${JSON.stringify({ ...identity, ...update })}`]
        : []),
    ])
    expect(bodies.length).toBeGreaterThan(20)
    expect(bodies.filter(({ can, create, update }) => !create || (can.includes('update') && !update))).toEqual([])
    expect(await compile(source.join('\n'))).toBe('')
  })

  it('rejects an unknown field of every entity, and an update without SyncToken', { timeout: 60_000 }, async () => {
    const wrong = bodies.flatMap(({ name, can, create, update }) => [
      `export const create${name}: Schemas['${name}Create'] = ${JSON.stringify({ ...create, Unknown: 1 })}`,
      ...(can.includes('update')
        ? [
            `export const update${name}: Schemas['${name}Update'] = ${JSON.stringify({ ...identity, ...update, Unknown: 1 })}`,
            `export const stale${name}: Schemas['${name}Update'] = ${JSON.stringify({ Id: '1', ...update })}`,
          ]
        : []),
    ])
    const errors = (await compile(wrong.join('\n'))).split('\n').filter((line) => line.includes('error TS'))
    expect(errors).toHaveLength(wrong.length)
    expect(errors.filter((line) => line.includes('"Unknown"'))).not.toHaveLength(0)
  })

  it('types the records of a query, the resources of the control plane and their errors', {
    timeout: 60_000,
  }, async () => {
    const source = `
      type Query = operations['getQuery']['responses'][200]['content']['application/json']
      export const name = (found: Query): string | undefined => found.QueryResponse.Customer?.[0]?.DisplayName
      export const balance = (found: Query): number | undefined => found.QueryResponse.Invoice?.[0]?.Balance
      export const client: Schemas['Client']['redirectUris'] = ['https://app.example/callback']
      type Refused = operations['createRealm']['responses'][409]['content']['application/json']
      export const code = (refused: Refused): 'plan_limit_realms' | string => refused.error
      // @ts-expect-error a customer has no such field
      export const missing = (found: Query) => found.QueryResponse.Customer?.[0]?.Nonsense`
    expect(await compile(source)).toBe('')
  })
})
