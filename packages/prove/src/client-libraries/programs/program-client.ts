import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Capability, capabilityNames } from '../library/capabilities.ts'
import type { Client, Integration, OwnTests } from '../library/client.ts'

/** A program serving a library's operations: one JSON call per input line, one result per output line. */
export interface LibraryProgram {
  readonly command: string
  readonly args: readonly string[]
  /** The folder with the library, if this machine has not installed it. */
  readonly folder?: string
}

/** Carries the message and fault code thrown by a program's operation. */
class ProgramError extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

type Reply = { readonly result: unknown } | { readonly error: string; readonly code: string | null }

/**
 * Starts a program for one realm. Its environment names the realm and the OAuth client.
 *
 * @param missing the capabilities the program lacks
 */
export function programClient(
  { command, args, folder }: LibraryProgram,
  { baseUrl, realmId, clientId, clientSecret, redirectUri, consent }: Integration,
  missing: readonly Capability[],
): Client {
  const child = spawn(command, args, {
    env: {
      NODE_ENV: 'test',
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      BASE_URL: baseUrl,
      REALM_ID: realmId,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      REDIRECT_URI: redirectUri,
      ...(folder === undefined ? {} : { LIBRARY: folder }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const call = async (operation: string, ...parameters: unknown[]): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ operation, parameters })}\n`)
    const { value, done } = await replies.next()
    if (done) throw new Error(`${command} exited`)
    const reply = JSON.parse(value) as Reply
    if ('error' in reply) throw new ProgramError(reply.error, reply.code ?? undefined)
    return reply.result
  }
  const readThrownCode = (error: unknown) => (error instanceof ProgramError ? error.code : undefined)
  const operations = Object.fromEntries(
    capabilityNames
      .filter((capability) => !missing.includes(capability))
      .map((capability) => [capability, (...parameters: unknown[]) => call(capability, ...parameters)]),
  )
  return {
    ...(operations as unknown as Client),
    signIn: async () => {
      await call('exchange', await consent(String(await call('authorizeUrl'))))
    },
    fault: readThrownCode,
    serviceFault: readThrownCode,
    runOwnTests: async () => (await call('ownTests')) as OwnTests,
    close: async () => {
      child.stdin.end()
      await replies.return?.()
    },
  }
}
