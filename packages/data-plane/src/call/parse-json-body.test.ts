import { describe, expect, it } from 'vitest'
import { parseJsonBody } from './parse-json-body.ts'

const tooMany = expect.objectContaining({
  code: 'BAD_REQUEST',
  detail: 'The body has more than 100,000 values. Divide it into several requests.',
})

function catchError(text: string): unknown {
  try {
    return parseJsonBody(text)
  } catch (error) {
    return error
  }
}

describe('parseJsonBody', () => {
  it.each([
    ['empty objects, which count twice,', (count: number) => `[${'{},'.repeat(count / 2 - 2)}{}]`],
    ['arrays', (count: number) => `${'['.repeat(count - 1)}0${']'.repeat(count - 1)}`],
    ['numbers', (count: number) => `[${'0,'.repeat(count - 2)}0]`],
    ['fields', (count: number) => `{${'"a":1,'.repeat(count - 2)}"b":2}`],
  ])('accepts at most 100,000 %s [dp-4.2.5]', (_what, write) => {
    expect(catchError(write(100_000))).not.toEqual(tooMany)
    expect(catchError(write(100_002))).toEqual(tooMany)
  })

  it('accepts any text in strings', () => {
    const body = { Notes: 'a, [b], {c} \\ "d", '.repeat(20_000), Other: ['\\', '"'] }
    expect(parseJsonBody(JSON.stringify(body))).toEqual(body)
  })

  it('rejects invalid JSON and unterminated strings [dp-4.2.5]', () => {
    const notJson = expect.objectContaining({
      code: 'BAD_REQUEST',
      detail: expect.stringMatching(/^The body is not JSON/),
    })
    for (const text of ['', '<a/>', `["${'x,'.repeat(60_000)}`, `{"a":"${'\\"'.repeat(60_000)}`]) {
      expect(catchError(text)).toEqual(notJson)
    }
  })
})
