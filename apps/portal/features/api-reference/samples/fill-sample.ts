import type { ApiSample } from './api-sample.ts'

/** Replaces a sample's variables by the reader's values. */
export function fillSample(sample: ApiSample, values: Readonly<Record<string, string>>): ApiSample {
  const fill = (text: string) => text.replaceAll(/\$([A-Z][A-Z_]*)/g, (found, name) => values[name] ?? found)
  const fillValue = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value)
    if (Array.isArray(value)) return value.map(fillValue)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillValue(each)]))
  }
  return {
    ...sample,
    origin: fill(sample.origin),
    path: fill(sample.path),
    query: sample.query.map(([name, value]) => [name, fill(value)] as const),
    body: fillValue(sample.body),
  }
}
