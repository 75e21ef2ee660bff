import { createHmac, randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { arch, release, type } from 'node:os'
import { createRedactor, type Redactor } from '@bridge/truth'
import type { VerifyOptions } from './run-verify.ts'

/** Returns what every check on this PC has in common. */
export function getVerifyWorld(): Pick<VerifyOptions, 'redactor' | 'fileExists' | 'system'> {
  return {
    redactor: createSecretRedactor(),
    fileExists: (path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    system: describeSystem(),
  }
}

/** Creates a redactor whose key ends with it, so that no one can find an ID by its pseudonym. */
export function createSecretRedactor(): Redactor {
  const key = randomBytes(32)
  return createRedactor((text) => createHmac('sha256', key).update(text).digest('hex'))
}

/** Returns Node.js' version, and the operating system's name, version and architecture. */
export function describeSystem(): string {
  return `Node.js ${process.version}, ${type()} ${release()} ${arch()}`
}
