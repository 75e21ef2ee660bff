import type { TestResponse } from '../bridge.fixture.ts'
import { type Body, type ValidBody, validBodies } from '../valid-bodies.fixture.ts'
import { listHeaderFields, listLineFields, type SentField } from './documented-paths.fixture.ts'
import { createSampleValues, type SampleOf } from './sample-values.fixture.ts'
import { type Finding, judge, withField } from './send-documented-fields.fixture.ts'

type SendCall = (path: string, sent?: { readonly json?: unknown }) => Promise<TestResponse>

/** The entities to create in the sample company, with bodies and field values. */
export interface FieldSamples {
  readonly bodies: readonly ValidBody[]
  readonly sampleOf: SampleOf
}

export async function createFieldSamples(call: SendCall): Promise<FieldSamples> {
  return { sampleOf: await createSampleValues(call), bodies: await validBodies(call) }
}

/** What happened to a text in a field, and the response status. */
export interface TextFinding extends Finding {
  readonly status: number
}

const nameFields = ['DisplayName', 'Name', 'GivenName', 'FamilyName']

/** Sends a new record for each of an entity's documented text or reference fields, with the text in it. */
export async function sendHostileText(
  call: SendCall,
  { bodies, sampleOf }: FieldSamples,
  entity: string,
  text: string,
): Promise<readonly TextFinding[]> {
  const findings: TextFinding[] = []
  for (const { name, body } of bodies.filter((each) => each.entity === entity)) {
    for (const field of listTextFields(entity, body, sampleOf, text)) {
      const response = await call(`/${entity}`, { json: withField(body(createTag()), field) })
      const judged = await judge({ call, findWarnings: async () => undefined }, response, [field], name)
      findings.push(...judged.map((finding) => ({ ...finding, status: response.status })))
    }
  }
  return findings
}

let tags = 0

/** Returns a short text making a name unique. */
function createTag(): string {
  tags += 1
  return `h${tags.toString(36)}`
}

function listTextFields(
  entity: string,
  body: ValidBody['body'],
  sampleOf: SampleOf,
  text: string,
): readonly SentField[] {
  const example: Body = body('x')
  const names = nameFields
    .filter((name) => name in example)
    // A name is used once.
    .map((name): SentField => ({ path: [name], value: `${text}${createTag()}`, isReadOnly: false }))
  const documented = [
    ...listHeaderFields(entity, 'create', sampleOf),
    ...listLineFields(entity, example.Line ?? [], sampleOf),
  ]
  const texts = documented.flatMap((field): SentField[] => {
    const value = withText(field.value, text)
    return value === undefined ? [] : [{ ...field, value }]
  })
  return [...names, ...texts]
}

/** Replaces a text, or a reference's ID or name, by the text. Other values have no place for it. */
function withText(sample: unknown, text: string): unknown {
  if (typeof sample === 'string') return text
  if (typeof sample !== 'object' || sample === null) return undefined
  if ('value' in sample) return { value: text }
  return 'name' in sample ? { name: text } : undefined
}
