import { parseSync, Visitor } from 'oxc-parser'

/** A pattern, and the line where it is written, counted from 1. */
export interface Pattern {
  readonly source: string
  readonly flags: string
  readonly line: number
}

/** A pattern made from texts. */
export interface Construction {
  readonly line: number
  /** Whether it is made once, at module load, and not from a function's arguments. */
  readonly isOfModule: boolean
}

export interface SourcePatterns {
  readonly literals: readonly Pattern[]
  readonly constructions: readonly Construction[]
}

/** String methods making a pattern from a string. */
const methodsWithPatterns: ReadonlySet<string> = new Set(['match', 'matchAll', 'search'])

/** Finds a source file's literal patterns, and where it makes others. */
export function findPatterns(file: string, text: string): SourcePatterns {
  const literals: Pattern[] = []
  const constructions: Construction[] = []
  const callbacks = new Set<number>()
  let functions = 0
  const lineOf = (start: number) => text.slice(0, start).split('\n').length
  const enter = ({ start }: { start: number }) => {
    if (!callbacks.has(start)) functions += 1
  }
  const leave = ({ start }: { start: number }) => {
    if (!callbacks.has(start)) functions -= 1
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ ...toPattern(node.regex), line: lineOf(node.start) })
    },
    NewExpression({ callee, start }) {
      if (isConstructor(callee)) constructions.push({ line: lineOf(start), isOfModule: functions === 0 })
    },
    CallExpression({ callee, arguments: values, start }) {
      for (const value of values) if (value.type === 'ArrowFunctionExpression') callbacks.add(value.start)
      if (isConstructor(callee)) constructions.push({ line: lineOf(start), isOfModule: functions === 0 })
      else if (isMethodWithPattern(callee) && values[0] !== undefined && isText(values[0]))
        constructions.push({ line: lineOf(start), isOfModule: false })
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  }).visit(parseSync(file, text).program)
  return { literals, constructions }
}

function toPattern({ pattern, flags }: { pattern: string; flags: string }) {
  return { source: pattern, flags }
}

interface Expression {
  readonly type: string
  readonly name?: unknown
  readonly property?: unknown
  readonly value?: unknown
}

function isConstructor({ type, name }: Expression): boolean {
  return type === 'Identifier' && name === 'RegExp'
}

function isMethodWithPattern({ property }: Expression): boolean {
  if (typeof property !== 'object' || property === null || !('name' in property)) return false
  return typeof property.name === 'string' && methodsWithPatterns.has(property.name)
}

function isText({ type, value }: Expression): boolean {
  return type === 'TemplateLiteral' || type === 'BinaryExpression' || typeof value === 'string'
}
