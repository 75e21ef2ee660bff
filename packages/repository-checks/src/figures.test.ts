import { expect, it } from 'vitest'
import { measureRepository } from './figures.ts'
import { repositoryFrom } from './repository.ts'

it('measures lines, functions, rings, steps, variables, decisions and words', () => {
  const repository = repositoryFrom({
    'packages/data-plane/src/call/pipeline.ts': [
      `import { replay } from '../replay/replay.ts'`,
      '',
      'export function createDataPlane() {',
      `  return createSteps()`,
      `    .step('path', parsePath)`,
      `    .check('limit', checkLimit)`,
      '}',
    ].join('\n'),
    'packages/data-plane/src/call/pipeline.test.ts': 'it()\nit()',
    'packages/data-plane/src/replay/replay.ts': `import type { Call } from '../call/call.ts'`,
    'docs/deployment.md': '| `PORT` | 3000 |\n| `HOST` | |\n\n| `PORT` | 3001 |',
    'docs/decisions/0001-one.md': 'One word more',
  })
  const { packages, words, ...others } = measureRepository(repository, [])
  expect(packages.get('packages/data-plane')).toMatchObject({ files: 3, sourceLines: 7, testLines: 2 })
  expect(others).toEqual({
    longestFunctions: [
      { lines: 5, place: 'packages/data-plane/src/call/pipeline.ts:3 export function createDataPlane() {' },
    ],
    rings: [['packages/data-plane/src/call', 'packages/data-plane/src/replay']],
    stepsPerCall: 2,
    environmentVariables: 2,
    decisions: 1,
  })
  expect(Object.fromEntries(words)).toEqual({ docs: 14, 'docs/decisions': 3 })
})
