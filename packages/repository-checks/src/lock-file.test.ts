import { describe, expect, it } from 'vitest'
import { checkLockFile } from './lock-file.ts'
import { openRepository, repositoryFrom } from './repository.ts'

const locked = { integrity: 'sha512-AA==' }
const compiler = { ...locked, optionalDependencies: { '@compiler/linux': '1.0.0', '@compiler/mac': '1.0.0' } }

describe('checkLockFile', () => {
  it('reports an optional dependency without an entry', () => {
    expect(check({ 'node_modules/compiler': compiler, 'node_modules/@compiler/linux': locked })).toEqual([
      {
        file: 'package-lock.json',
        line: 3,
        message: 'node_modules/compiler needs @compiler/mac, which is not locked.',
      },
    ])
  })

  it('accepts entries in the folder of the package, and in those above', () => {
    const packages = {
      'packages/app/node_modules/compiler': compiler,
      'packages/app/node_modules/compiler/node_modules/@compiler/linux': locked,
      'node_modules/@compiler/mac': locked,
    }
    expect(check(packages)).toEqual([])
  })

  it('reports an entry in a folder that the package does not see', () => {
    const packages = {
      'packages/app/node_modules/compiler': { ...locked, optionalDependencies: { '@compiler/linux': '1.0.0' } },
      'packages/other/node_modules/@compiler/linux': locked,
    }
    expect(check(packages)).toHaveLength(1)
  })

  it('reports an entry without a hash, except for workspaces', () => {
    const found = check({
      'node_modules/compiler': {},
      'node_modules/@bridge/server': { link: true },
      'packages/app': {},
    })
    expect(found.map(({ message }) => message)).toEqual(['node_modules/compiler has no integrity hash.'])
  })

  it('finds nothing in the lock file of this repository', async () => {
    expect(checkLockFile(await openRepository())).toEqual([])
  })
})

function check(packages: Record<string, object>) {
  return checkLockFile(repositoryFrom({ 'package-lock.json': JSON.stringify({ packages }, null, 2) }))
}
