import { readFileSync } from 'node:fs'

/** Reads a recording's messages by name; each follows a line `### name`. */
export function readRecording(file: 'requests' | 'responses'): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(`recordings/${file}.xml.txt`, import.meta.url), 'utf8')
  return new Map(
    text
      .split(/^### /m)
      .slice(1)
      .map((message) => {
        const end = message.indexOf('\n')
        return [message.slice(0, end), message.slice(end + 1).trimEnd()]
      }),
  )
}

/** Returns the message whose name is, or begins with, a text. */
export function findMessage(messages: ReadonlyMap<string, string>, name: string): string {
  const found = [...messages].find(([each]) => each === name) ?? [...messages].find(([each]) => each.startsWith(name))
  if (found === undefined) throw new Error(`There is no recorded message ${name}.`)
  return found[1]
}
