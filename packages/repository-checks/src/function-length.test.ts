import { describe, expect, it } from 'vitest'
import { checkFunctionLength, measureFunctions } from './function-length.ts'
import { repositoryFrom } from './repository.ts'

function write(lines: number): string {
  return `class Long {\n  run() {\n${'    step()\n'.repeat(lines - 2)}  }\n}\n`
}
const measured = measureFunctions(
  repositoryFrom({
    'packages/a/src/a.ts': write(81),
    'packages/b/src/b.ts': write(80),
    'packages/a/src/a.test.ts': write(200),
    'packages/a/src/a.fixture.ts': write(200),
  }),
)

describe('checkFunctionLength', () => {
  it('reports methods of more than 80 lines, except those of tests and fixtures', () => {
    expect(checkFunctionLength(measured)).toEqual([
      { file: 'packages/a/src/a.ts', line: 2, message: 'This function has 81 lines, at most 80: run() {' },
    ])
  })
})
