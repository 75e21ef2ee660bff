import { toLines } from '../../lib/text-lines.ts'

/** The time of a response, which is another one in each call. */
const jsonTime = /^ {2}"time": "[^"]*",?$/
const xmlTime = /^(<IntuitResponse\b.*) time="[^"]*"/

/** Formats a body for a comparison, without its time. */
export function toComparedText(body: string): string {
  const lines = toLines(body).map(({ text }) => text)
  return `${lines
    .filter((line) => !jsonTime.test(line))
    .map((line) => line.replace(xmlTime, '$1'))
    .join('\n')}\n`
}

/** Returns whether two bodies say the same, whatever their time and white space. */
export function haveSameContent(one: string, other: string): boolean {
  return toComparedText(one) === toComparedText(other)
}
