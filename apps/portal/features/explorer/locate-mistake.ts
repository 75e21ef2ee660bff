import type { syntaxTree } from '@codemirror/language'

type Tree = ReturnType<typeof syntaxTree>
type SyntaxNode = Tree['topNode']

/** A text range. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Returns where a field is in a JSON text: its name, or the object lacking it. */
export function locateField(tree: Tree, text: string, element: string | undefined): TextRange {
  let node: SyntaxNode | null = tree.topNode.firstChild
  if (node === null) return { from: 0, to: text.length }
  let shown: TextRange = { from: node.from, to: Math.min(node.from + 1, text.length) }
  for (const step of splitPath(element ?? '')) {
    const next: Step | undefined = typeof step === 'number' ? getItem(node, step) : getProperty(node, text, step)
    if (next === undefined) break
    shown = next.shown
    node = next.value
    if (node === null) break
  }
  return shown
}

interface Step {
  readonly value: SyntaxNode | null
  readonly shown: TextRange
}

/** Splits `Line[0].Amount` into its names and positions. */
export function splitPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))
}

function getItem(array: SyntaxNode | null, index: number): Step | undefined {
  if (array?.name !== 'Array') return undefined
  let position = 0
  for (let child = array.firstChild; child; child = child.nextSibling) {
    if (['[', ']', ',', '⚠'].includes(child.name)) continue
    if (position === index) return { value: child, shown: { from: child.from, to: child.from + 1 } }
    position += 1
  }
  return undefined
}

function getProperty(object: SyntaxNode | null, text: string, name: string): Step | undefined {
  if (object?.name !== 'Object') return undefined
  for (const property of object.getChildren('Property')) {
    const key = property.getChild('PropertyName')
    if (key && text.slice(key.from, key.to).toLowerCase() === JSON.stringify(name).toLowerCase()) {
      return { value: property.lastChild, shown: { from: key.from, to: property.to } }
    }
  }
  return undefined
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
