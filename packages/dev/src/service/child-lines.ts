import { z } from 'zod'

const entry = z.object({
  level: z.number(),
  msg: z.string().default(''),
  link: z.string().optional(),
  err: z.unknown().optional(),
})
const warning = 40

/**
 * Returns the terminal text for a child process's line: warnings, errors, page links, and anything on stderr other than
 * log entries. The log files have the rest.
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
