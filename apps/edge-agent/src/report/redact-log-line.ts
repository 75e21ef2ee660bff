/** The log fields with neither secrets nor QuickBooks texts. */
const fields: ReadonlySet<string> = new Set([
  ...[
    'bytes',
    'code',
    'downloadedBytes',
    'epoch',
    'frameBytesMax',
    'hresult',
    'id',
    'isGone',
    'kind',
    'lost',
    'previous',
  ],
  ...['problem', 'realmId', 'reason', 'responseBytesMax', 'retryMs', 'sent', 'stage', 'status', 'version'],
])

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
/**
 * A number, a name, an ID or a network error. No path, and nothing long enough to be a secret or a sentence of a
 * person.
 */
const shortText = /^[\w .:-]{1,80}$/

/**
 * Returns what a report shows from a log line: its time, level and message, which are the agent's own, and the fields
 * known to be harmless. `undefined` for any other line.
 */
export function redactLogLine(line: string): string | undefined {
  const entry = parse(line)
  if (entry === undefined) return undefined
  const { time, level, msg } = entry
  if (typeof time !== 'number' || typeof level !== 'number' || typeof msg !== 'string') return undefined
  const kept = Object.entries(entry)
    .filter(([name, value]) => fields.has(name) && isHarmless(value))
    .map(([name, value]) => `${name}=${String(value)}`)
  const at = Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : '?'
  return [at, levels[level] ?? level, msg, ...kept, ...readErrorCode(entry)].join(' ')
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function isHarmless(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && shortText.test(value))
}

/** Returns an error's code, such as `ENOSPC`. Its message may contain a path. */
function readErrorCode({ err }: Readonly<Record<string, unknown>>): string[] {
  if (typeof err !== 'object' || err === null) return []
  const { code, type } = { code: undefined, type: undefined, ...err }
  return [code, type].filter((value) => typeof value === 'string' && isHarmless(value)).map((value) => `err=${value}`)
}
