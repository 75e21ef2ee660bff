import { type JsonNode, readJson, type TextRange } from './json-text.ts'

/** Returns where a field is in a JSON text: its name, or the object lacking it. */
export function locateField(text: string, element: string | undefined): TextRange {
  let node = readJson(text)
  if (node === undefined) return { from: 0, to: text.length }
  let shown: TextRange = { from: node.from, to: Math.min(node.from + 1, text.length) }
  for (const step of splitPath(element ?? '')) {
    const next: Step | undefined = typeof step === 'number' ? getItem(node, step) : getProperty(node, step)
    if (next === undefined) break
    shown = next.shown
    node = next.value
    if (node === undefined) break
  }
  return shown
}

interface Step {
  readonly value: JsonNode | undefined
  readonly shown: TextRange
}

/** Splits `Line[0].Amount` into its names and positions. */
export function splitPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))
}

function getItem({ items }: JsonNode, index: number): Step | undefined {
  const item = items[index]
  return item && { value: item, shown: { from: item.from, to: item.from + 1 } }
}

function getProperty({ members }: JsonNode, wanted: string): Step | undefined {
  const found = members.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  return found && { value: found.value, shown: { from: found.key.from, to: found.value?.to ?? found.key.to } }
}

const place = /at line (\d+), column (\d+)/

/** Returns where a query has a mistake: the word at the fault's position, or the property it names. */
export function locateInQuery(text: string, detail: string, element: string | undefined): TextRange {
  const [, line, column] = place.exec(detail) ?? []
  if (line !== undefined && column !== undefined) {
    const before = text.split('\n').slice(0, Number(line) - 1)
    const from = Math.min(text.length, before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1)
    const [word = ''] = /^[^\s,()]+/.exec(text.slice(from)) ?? []
    return {
      from: Math.min(from, Math.max(0, text.length - 1)),
      to: Math.max(from + word.length, Math.min(from + 1, text.length)),
    }
  }
  const named = element ?? /Property (\S+) not found/.exec(detail)?.[1]
  const at = named === undefined ? -1 : text.toLowerCase().indexOf(named.toLowerCase())
  return at < 0 || named === undefined ? { from: 0, to: text.length } : { from: at, to: at + named.length }
}

/** A mistake with its place in the text. */
export interface LocatedMistake extends TextRange {
  readonly code: string
  readonly message: string
}
