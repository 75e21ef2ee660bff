import type { Fields, Line } from './record.ts'

/** Returns all lines in order, with a group's lines in its place. */
export function flattenLines(lines: readonly Line[]): readonly Line[] {
  return lines.some((line) => line.lines !== undefined) ? lines.flatMap((line) => line.lines ?? [line]) : lines
}

/** Returns all lines' fields in order, with a group's lines in its place. */
export function lineFields(lines: readonly Line[]): readonly Fields[] {
  return flattenLines(lines).map((line) => line.fields)
}
