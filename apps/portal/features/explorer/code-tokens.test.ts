import { describe, expect, it } from 'vitest'
import { colorLines } from './code-tokens.ts'

function color(text: string, language: 'json' | 'query') {
  return colorLines(text, language).map((line) =>
    line.filter(({ kind }) => kind !== 'plain').map(({ text: shown, kind }) => `${kind} ${shown}`),
  )
}

describe('colors of code', () => {
  it('tell a body’s names, texts and literals apart', () => {
    expect(color('{ "Name": "A",\n "Active": true, "Amount": -1.5 }', 'json')).toEqual([
      ['name "Name"', 'string "A"'],
      ['name "Active"', 'number true', 'name "Amount"', 'number -1.5'],
    ])
  })

  it('tell a query’s keywords, texts and numbers apart', () => {
    expect(color("select * from Customer where Name = 'it\\'s' maxresults 5", 'query')).toEqual([
      ['keyword select', 'keyword from', 'keyword where', "string 'it\\'s'", 'keyword maxresults', 'number 5'],
    ])
  })

  it.each(['{ "open', '"a\\', "select 'open", '', '\n\n', '{{"":::1e', 'é – 漢'])('lose no character of %j', (text) => {
    for (const language of ['json', 'query'] as const) {
      const lines = colorLines(text, language).map((line) => line.map((token) => token.text).join(''))
      expect(lines.join('\n')).toBe(text)
    }
  })
})
