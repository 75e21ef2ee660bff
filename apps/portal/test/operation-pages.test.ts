import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { namedOperations } from '@bridge/control-plane/provisioning/operations'
import { describe, expect, it } from 'vitest'
import { organizationPages } from '../features/organizations/organization-pages.ts'
import { includedOperations } from './included-operations.ts'

const portal = fileURLToPath(new URL('..', import.meta.url))

describe('the pages of the portal', () => {
  const unused = findUnusedOperations()

  it('use every operation of the control plane', () => {
    expect(unused.filter((name) => !(name in includedOperations))).toEqual([])
  })

  it('use the operations that include others', () => {
    expect(Object.values(includedOperations).filter((name) => unused.includes(name))).toEqual([])
  })

  it('exist for every entry of the sidebar', () => {
    const routes = readdirSync(path.join(portal, 'app'), { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'page.tsx')
      .map((file) => path.dirname(file.replaceAll(/\([^)]*\)\//g, '')))
    const entries = organizationPages('[slug]', 'owner').map(({ href }) => href.slice(1))
    expect(entries.filter((entry) => !routes.includes(entry))).toEqual([])
  })
})

/** A page uses an operation through the tRPC client, or links to its address if it returns a file. */
function findUnusedOperations(): string[] {
  const sources = ['app', 'features', 'components'].flatMap(readSources).join('\n')
  return Object.entries(namedOperations)
    .filter(([name, { route }]) => !new RegExp(`\\.${name}\\b`).test(sources) && !toAddress(route).test(sources))
    .map(([name]) => name)
}

/** Returns the pattern of a template literal with the address of a GET operation. */
function toAddress(route: string): RegExp {
  const path = route.replace(/^GET /, '/admin/v1').replaceAll(/\{\w+\}/g, '\\$\\{[^}]+\\}')
  return new RegExp(`${path}[\`'"?$]`)
}

function readSources(folder: string): string[] {
  return readdirSync(path.join(portal, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(portal, folder, file), 'utf8'))
}
