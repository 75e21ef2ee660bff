import { z } from 'zod'

const entry = z.object({
  level: z.number(),
  msg: z.string().default(''),
  link: z.string().optional(),
  err: z.unknown().optional(),
})
const warning = 40

/**
 * What a person in the terminal gets to see of a line that a child printed: warnings, errors, sign-in links and what is
 * no log entry but went to the error stream. All the rest is in the log files.
 */
export function lineToShow(name: string, line: string, isError: boolean): string | undefined {
  const parsed = entry.safeParse(parseJson(line))
  if (!parsed.success) return isError && line.trim() !== '' ? `${name}: ${line}` : undefined
  const { level, msg, link, err } = parsed.data
  if (link) return `${name}: ${msg}\n  ${link}`
  if (level < warning) return undefined
  const cause = z.object({ message: z.string() }).safeParse(err)
  return `${name}: ${msg}${cause.success && cause.data.message !== msg ? ` (${cause.data.message})` : ''}`
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
