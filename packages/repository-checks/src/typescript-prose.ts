import { type Expression, parseSync, Visitor } from 'oxc-parser'
import type { Prose, ProseKind } from './prose.ts'

/** Functions whose first argument is a test title. */
const titled = new Set(['it', 'test', 'describe'])

const testFile = /\.(test|e2e)\.tsx?$|\.fixture\.tsx?$|\/(testing|fixtures|e2e)\//

/** Extracts comments, test titles, element texts, and string literals reading like sentences. */
export function typescriptProse(file: string, source: string): Prose[] {
  const { program, comments, errors } = parseSync(file, source)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)

  const lineAt = lineFinder(source)
  const found: Prose[] = []
  const add = (kind: ProseKind, start: number, text: string) =>
    text.split('\n').forEach((line, index) => {
      if (line.trim() !== '') found.push({ kind, file, line: lineAt(start) + index, text: line })
    })

  for (const comment of comments) add('comment', comment.start, withoutStars(comment.value))

  const titles = new Set<number>()
  const isTest = testFile.test(file)
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !isTitled(callee)) return
      titles.add(title.start)
      if (title.type === 'Literal' && typeof title.value === 'string') add('title', title.start, title.value)
      if (title.type === 'TemplateLiteral') {
        for (const part of title.quasis) titles.add(part.start)
        add('title', title.start, title.quasis.map((part) => part.value.cooked ?? '').join('…'))
      }
    },
    JSXText(node) {
      add('text', node.start, node.value)
    },
    Literal(node) {
      if (!isTest && !titles.has(node.start) && typeof node.value === 'string' && isSentence(node.value, file)) {
        add('text', node.start, node.value)
      }
    },
    TemplateElement(node) {
      const text = node.value.cooked ?? ''
      if (!isTest && !titles.has(node.start) && isSentence(text, file)) add('text', node.start, text)
    },
  }).visit(program)
  return found
}

/** Returns whether the callee is `it`, `it.skip`, `it.each(…)` or similar. */
function isTitled(callee: Expression): boolean {
  if (callee.type === 'MemberExpression') return isTitled(callee.object)
  if (callee.type === 'CallExpression') return isTitled(callee.callee)
  return callee.type === 'Identifier' && titled.has(callee.name)
}

/** Accepts texts with three words or more, and in pages texts beginning like a sentence, but no SQL or XML. */
function isSentence(text: string, file: string): boolean {
  if (/^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|<\?xml)\b/.test(text)) return false
  return /[A-Za-z’']+,? [a-z’']+,? [a-z’']+/.test(text) || (file.endsWith('.tsx') && /^[A-Z][a-z]+ [a-z]/.test(text))
}

function withoutStars(comment: string): string {
  return comment.replace(/^\*/, '').replaceAll(/^[ \t]*\*[ \t]?/gm, '')
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
