import { parseSync, Visitor } from 'oxc-parser'
import type { Finding } from './finding.ts'
import { isTest, listSources } from './imports.ts'
import type { Repository } from './repository.ts'

export interface MeasuredFunction {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly lines: number
  /** The first line of the declaration. */
  readonly signature: string
}

/** A longer one does several things, unless it is a table. */
const maxLines = 80

/** Measures the functions and methods of all sources but tests and fixtures. */
export function measureFunctions(repository: Repository): MeasuredFunction[] {
  return listSources(repository)
    .filter(({ file }) => !isTest(file) && !/\.fixture\.tsx?$/.test(file))
    .flatMap(({ file, text }) => measureFile(file, text))
}

function measureFile(file: string, text: string): MeasuredFunction[] {
  const measured: MeasuredFunction[] = []
  const measure = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const before = text.slice(0, start).split('\n')
    const own = text.slice(start, end).split('\n')
    const signature = `${before.at(-1)}${own[0]}`.trim()
    measured.push({ file, line: before.length, lines: own.length, signature })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program)
  return measured
}

/** Finds functions longer than the limit. */
export function checkFunctionLength(functions: readonly MeasuredFunction[]): Finding[] {
  return functions
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, line, lines, signature }) => ({
      file,
      line,
      message: `This function has ${lines} lines, at most ${maxLines}: ${signature}`,
    }))
}
