import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findRequestViolations,
  findResponseViolations,
  parseMessageSet,
  parseMessageSetResponse,
  type Violation,
} from '@bridge/qbxml'

/** Ids are sent to QuickBooks unchecked; QuickBooks itself rejects unknown ones. */
function isUnknownId(violation: Violation): boolean {
  return violation.kind === 'value' && violation.statusCode === 3000
}

/**
 * Checks a wire trace's exchanges against the message tables: every message set, and the responses in a sandbox realm
 * (tests serve other realms with their own desktops).
 *
 * @throws Error for a message QuickBooks would neither accept nor send
 */
export async function requireConformingExchanges(directory: string, sandboxRealmId: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names) {
    const text = await readFile(join(directory, name), 'utf8')
    const violations = name.endsWith('.request.xml')
      ? parseMessageSet(text).requests.flatMap(findRequestViolations)
      : name.includes(sandboxRealmId) && !text.startsWith('<!--')
        ? parseMessageSetResponse(text).responses.flatMap((response) =>
            findResponseViolations(response, { selected: true }),
          )
        : []
    const serious = violations.filter((violation) => !isUnknownId(violation))
    if (serious.length > 0) throw new Error(`${name} breaks the message tables: ${JSON.stringify(serious)}\n${text}`)
  }
}
