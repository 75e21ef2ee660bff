import { expect, it } from 'vitest'
import { type Lock, listRuntimePackages, readLock } from './runtime-packages.ts'

const nothing = {
  link: false,
  dependencies: {},
  optionalDependencies: {},
  peerDependencies: {},
  peerDependenciesMeta: {},
}

it('follows dependencies, links and required peers, but not development dependencies', () => {
  const lock: Lock = {
    'apps/portal': { ...nothing, dependencies: { '@bridge/server': '*', next: '16' } },
    'node_modules/@bridge/server': { ...nothing, link: true, resolved: 'packages/server' },
    'packages/server': { ...nothing, dependencies: { zod: '4' } },
    'node_modules/next': {
      ...nothing,
      optionalDependencies: { sharp: '1' },
      peerDependencies: { react: '19', sass: '1' },
      peerDependenciesMeta: { sass: { optional: true } },
    },
    'node_modules/sharp': nothing,
    'node_modules/react': nothing,
    'node_modules/sass': nothing,
    'node_modules/zod': nothing,
    'node_modules/vitest': nothing,
  }
  expect(listRuntimePackages(lock, ['apps/portal'])).toEqual({
    workspaces: ['apps/portal', 'packages/server'],
    registry: ['node_modules/next', 'node_modules/react', 'node_modules/sharp', 'node_modules/zod'],
    links: ['node_modules/@bridge/server'],
  })
})

it('takes the nearest of several versions', () => {
  const lock: Lock = {
    'apps/portal': { ...nothing, dependencies: { next: '16' } },
    'node_modules/next': { ...nothing, dependencies: { '@swc/helpers': '1' } },
    'node_modules/next/node_modules/@swc/helpers': { ...nothing, dependencies: { tslib: '2' } },
    'node_modules/next/node_modules/tslib': nothing,
    'node_modules/@swc/helpers': nothing,
    'node_modules/tslib': nothing,
  }
  expect(listRuntimePackages(lock, ['apps/portal']).registry).toEqual([
    'node_modules/next',
    'node_modules/next/node_modules/@swc/helpers',
    'node_modules/next/node_modules/tslib',
  ])
})

it('leaves tools for development out of the programs', async () => {
  const { registry, workspaces } = listRuntimePackages(await readLock(), ['apps/portal', 'apps/agent-gateway'])
  expect(registry).toContain('node_modules/next')
  expect(registry.filter((folder) => /\/(prisma|vitest|playwright|turbo)$/.test(folder))).toEqual([])
  expect(workspaces).not.toContain('packages/harness')
})
