import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createSteps } from './steps.ts'

const steps = createSteps<{ readonly sent: number }>()
  .step('doubled', async ({ sent }) => sent * 2)
  .check('limit', ({ doubled }) => {
    if (doubled > 10) throw new RangeError('too large')
  })
  .step('printed', ({ sent, doubled }) => `${sent} ${doubled}`)

it('passes the results of earlier steps to each step', async () => {
  expect(await steps.run({ sent: 4 })).toEqual({
    isComplete: true,
    results: { sent: 4, doubled: 8, printed: '4 8' },
  })
})

it('ends with the first error and the results so far', async () => {
  expect(await steps.run({ sent: 6 })).toEqual({
    isComplete: false,
    results: { sent: 6, doubled: 12 },
    step: 'limit',
    error: new RangeError('too large'),
  })
})

it('tells a listener of each step that has ended without an error', async () => {
  const ended: string[] = []
  await steps.run({ sent: 6 }, (name) => ended.push(name))
  await steps.run({ sent: 4 }, (name) => ended.push(name))
  expect(ended).toEqual(['doubled', 'doubled', 'limit', 'printed'])
})

it('collects inputs and results in an object of fixed shape, not in a hash table', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const hasFixedShape: (object: object) => boolean = runInThisContext('(object) => %HasFastProperties(object)')
  const input = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 }
  let list = createSteps<typeof input>()
  for (let index = 0; index < 40; index += 1) list = list.step(`result${index}`, () => index)

  const hashTable: Record<string, number> = { ...input }
  for (let index = 0; index < 40; index += 1) hashTable[`result${index}`] = index
  expect(hasFixedShape(hashTable)).toBe(false)
  expect(hasFixedShape((await list.run(input)).results)).toBe(true)
})
