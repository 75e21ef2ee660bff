import { describe, expect, it } from 'vitest'
import { foreignNameSchema, nameSchema } from './name.ts'

function listMessages(name: string) {
  return (
    nameSchema(80)
      .safeParse(name)
      .error?.issues.map(({ message }) => message) ?? []
  )
}

describe('a name', () => {
  it.each([
    ['Safe\u202E', 'must not contain U+202E (right-to-left override), which is character 5'],
    ['\u2067Acme', 'must not contain U+2067 (right-to-left isolate), which is character 1'],
    ['Ac\u0000me', 'must not contain U+0000 (null), which is character 3'],
    ['Ac\u0085me', 'must not contain U+0085 (control character), which is character 3'],
    ['Ac\u200Bme', 'must not contain U+200B (zero-width space), which is character 3'],
    ['Ac\u200Dme', 'must not contain U+200D (zero-width joiner), which is character 3'],
    ['Ac\u00ADme', 'must not contain U+00AD (soft hyphen), which is character 3'],
    ['Ac\nme', 'must not contain U+000A (line break), which is character 3'],
    ['Ac\u2028me', 'must not contain U+2028 (line separator), which is character 3'],
    ['\u3164', 'must not contain U+3164 (invisible character), which is character 1'],
    ['a\uD800', 'must not contain U+D800 (invisible character), which is character 2'],
    ['\u{1F600}a\uFEFFb', 'must not contain U+FEFF (byte order mark), which is character 3'],
    ['a\u{E0041}', 'must not contain U+E0041 (invisible character), which is character 2'],
    ['\uFE0F', 'must not contain U+FE0F (invisible character), which is character 1'],
  ])('may not be %j', (name, message) => {
    expect(listMessages(name)).toEqual([message])
  })

  it.each([
    ['letters from right to left', 'שלום בע״מ'],
    ['a joiner that Persian needs', 'می\u200Cخواهم'],
    ['a joiner that Sinhala needs', 'ශ්\u200Dරී'],
    ['a family', '👩\u200D👩\u200D👧'],
    ['a worker with a skin tone', '👩🏽\u200D🔧'],
    ['a heart in color', '❤\uFE0F'],
    ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a variant of a Chinese character', '葛\u{E0100}'],
  ])('may have %s', (_title, name) => {
    expect(listMessages(name)).toEqual([])
  })

  it('is trimmed, with the line break of a pasted one', () => {
    expect(nameSchema(80).parse(' Acme\n')).toBe('Acme')
  })
})

describe('a name from another program', () => {
  it('loses hidden characters and what is too long', () => {
    expect(foreignNameSchema(12).parse('\u202EFront\tdesk\u0000 at the bank')).toBe('Front desk a')
    expect(foreignNameSchema(2).parse('a\u{1F600}')).toBe('a\uFFFD')
  })

  it('is rejected if nothing is left', () => {
    expect(foreignNameSchema(80).safeParse('\u202E ').success).toBe(false)
  })
})
