import { findFreePort } from '@bridge/database/free-port'
import { createSandboxHostProgram } from '@bridge/harness/service-programs'
import { benchSecret } from './served-app.ts'

/** Starts the sandbox host in its own processes, as a deployment does. Returns what ends it. */
export async function startSandboxHost(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> {
  const program = createSandboxHostProgram({
    name: 'sandbox host',
    port: await findFreePort(),
    databaseUrl,
    env: { MACHINE_SECRET: benchSecret, ...env },
    onUnexpectedEnd: (end) => process.stderr.write(`${end}\n`),
  })
  await program.start()
  return () => program.end('SIGTERM')
}
