import { expect, it } from 'vitest'
import { measureRepository } from './figures.ts'
import { repositoryFrom } from './repository.ts'

it('measures lines, functions, rings, steps, variables, decisions and words', () => {
  const repository = repositoryFrom({
    'packages/data-plane/src/call/admit.ts': [
      `import { replay } from '../replay/replay.ts'`,
      '',
      'export async function admit(plane, call) {',
      `  const path = await call.step('path', () => parsePath(call.http.url))`,
      '  const grant = await call.step(',
      `    'grant',`,
      '    () => authenticate(plane, call),',
      '  )',
      '}',
    ].join('\n'),
    'packages/data-plane/src/call/run.ts': `export const run = (plane, call) => call.step('result', () => runRequest(plane))`,
    'packages/data-plane/src/call/admit.test.ts': `call.step('test', () => 1)\nit()`,
    'packages/data-plane/src/replay/replay.ts': `import type { Call } from '../call/call.ts'`,
    'docs/deployment.md': '| `PORT` | 3000 |\n| `HOST` | |\n\n| `PORT` | 3001 |',
    'docs/decisions/0001-one.md': 'One word more',
  })
  const { packages, words, longestFunctions, ...others } = measureRepository(repository, [])
  expect(packages.get('packages/data-plane')).toMatchObject({ files: 4, sourceLines: 10, testLines: 2 })
  expect(longestFunctions[0]).toEqual({
    lines: 7,
    place: 'packages/data-plane/src/call/admit.ts:3 export async function admit(plane, call) {',
  })
  expect(others).toEqual({
    rings: [['packages/data-plane/src/call', 'packages/data-plane/src/replay']],
    stepsPerCall: 3,
    environmentVariables: 2,
    decisions: 1,
  })
  expect(Object.fromEntries(words)).toEqual({ docs: 14, 'docs/decisions': 3 })
})
