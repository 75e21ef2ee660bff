import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findRequestViolations,
  findResponseViolations,
  parseMessageSet,
  parseMessageSetResponse,
  type Violation,
} from '@bridge/translation/qbxml'

/** Ids travel to QuickBooks as clients sent them: it is the one to say that it never gave them out. */
function isForeignId(violation: Violation): boolean {
  return violation.kind === 'value' && violation.statusCode === 3000
}

/**
 * Holds the exchanges that a wire trace wrote against the message tables: every message set, and every answer of a
 * sandbox realm (other realms are served by a test's own stand-ins).
 *
 * @throws where one of them is none that QuickBooks would understand or utter
 */
export async function validateWire(directory: string, sandboxRealmId: string): Promise<void> {
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
    const serious = violations.filter((violation) => !isForeignId(violation))
    if (serious.length > 0) throw new Error(`${name} breaks the message tables: ${JSON.stringify(serious)}\n${text}`)
  }
}
