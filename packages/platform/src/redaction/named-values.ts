import { type NamedSecret, namedSecrets } from './secret-kinds.ts'

/** A value behind a secret's name. */
export interface NamedValue {
  readonly secret: NamedSecret
  /** The text between the name and the value. */
  readonly between: string
  readonly value: string
  /** Where the value begins. */
  readonly start: number
}

// Each also matches a cut-off value, and a text in one way only: they run in linear time.
const nestedString = '\\\\{1,7}"(?:[^"\\\\]|\\\\\\\\(?:\\\\.|[^\\\\]))*(?:\\\\{1,7}"?)?'
const string = `"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?`
const literal = `(?:${nestedString}|${string}|\\d(?:[ -]?\\d){0,40}(?![^\\s,;&)"'<>\\\\\\]}]))`
const jsonValue = `${nestedString}|${string}|[[{][^\\]}]*[\\]}]?|[^",}\\]\\s]+`
const elementValue = '(?:[^<]|<(?!/))+'
const word =
  '(?:(?:bearer|basic|digest|token)[\\s+]+)?(?:[^\\s&"<>\\\\]|\\\\(?!["nrtu]))+(?:(?<=;)\\s+[\\w.-]{1,80}=[^\\s&"<>\\\\]*)*'
const operator = '(?:[:=]|!=|<>|[<>]=?|like\\b|(?:not\\s+)?in\\s*\\()'
const colon = '\\\\*"\\s*:\\s*'

/** The text between a name and its value, and the value. */
const notations: readonly (readonly [between: string, value: string])[] = [
  // An element in either side's XML, up to its end tag, including CDATA sections.
  [`(?<=<[\\w.:-]{1,80})(?:\\s[^<>]*(?<!/))?>`, elementValue],
  // Two members, elements or attributes: one has the name, and the other the value.
  [`\\\\*"(?:\\s*,\\s*\\\\*"type${colon}\\\\*"\\w{0,40}\\\\*")?\\s*,\\s*\\\\*"\\w{0,40}value${colon}`, jsonValue],
  [`</[\\w.:-]{1,80}>\\s*<[\\w.:-]{0,80}value>`, elementValue],
  [`["']\\s+value\\s*=\\s*`, string],
  [`\\\\*["']\\s*:\\s*`, jsonValue],
  // A query condition.
  [`["'\\\\]*\\s*${operator}\\s*(?:\\(\\s*)?`, `${literal}(?:\\s*,\\s*${literal})*`],
  // A pair in a form or an address, a header, or an assignment.
  [`\\s*[:=]\\s*`, word],
  // A part in a multipart form.
  [`"(?:;[^\\r\\n]{0,200})?\\r?\\n(?:[\\w-]{1,40}:[^\\r\\n]{0,200}\\r?\\n)?\\r?\\n`, '[^\\r\\n]+'],
  // Words: "SSN 123456789", "tax ID is 12-3456789".
  [`[\\s"'\\\\(#]{1,5}(?:(?:is|no|number)\\b[\\s.:"'\\\\(#]{0,5})?`, '\\d(?:[ -]?\\d){5,40}'],
]
const notation = new RegExp(notations.map(([between, value]) => `(${between})(${value})`).join('|'), 'iys')

const separators = ['', ' ', '-', '_'] as const
const secretsByName: ReadonlyMap<string, NamedSecret> = new Map(
  namedSecrets.flatMap((secret) =>
    secret.names.flatMap((name) =>
      separators.map((separator) => [name.toLowerCase().replaceAll(' ', separator), secret] as const),
    ),
  ),
)
// A plain text list is searched several times as fast as a pattern. A name goes before its beginnings.
const anyName = new RegExp([...secretsByName.keys()].sort().reverse().join('|'), 'gi')

/** Finds the values behind secrets' names, in order. */
export function* findNamedValues(text: string): Generator<NamedValue, void> {
  anyName.lastIndex = 0
  for (let found = anyName.exec(text); found !== null; found = anyName.exec(text)) {
    const end = anyName.lastIndex
    const secret = secretsByName.get(found[0].toLowerCase())
    notation.lastIndex = end
    const groups = secret && mayBegin(secret, text[found.index - 1]) ? notation.exec(text) : null
    if (secret === undefined || groups === null) {
      // Another name may begin within this one.
      anyName.lastIndex = found.index + 1
      continue
    }
    const index = groups.findIndex((group, position) => position > 0 && group !== undefined)
    const { [index]: between = '', [index + 1]: value = '' } = groups
    anyName.lastIndex = end + between.length + value.length
    yield { secret, between, value, start: end + between.length }
  }
}

function mayBegin({ begin }: NamedSecret, before: string | undefined): boolean {
  if (before === undefined) return begin !== 'a quote or tag'
  switch (begin) {
    case undefined:
      return /[^a-z]/i.test(before)
    case 'any words':
      return true
    case 'a quote or tag':
      return /["'<:]/.test(before)
  }
}
