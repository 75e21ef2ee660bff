import { findFreePort } from '@bridge/database/free-port'
import { ServicePrograms } from '@bridge/harness/service-programs'

/** Starts the sandbox host in its own processes, as a deployment does. Returns what ends it. */
export async function startSandboxHost(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> {
  const service = new ServicePrograms({ databaseUrl })
  const program = service.sandboxHost({ name: 'sandbox host', port: await findFreePort(), env })
  await program.start()
  return async () => {
    await program.end('SIGTERM')
    if (service.unexpectedEnds.length > 0) throw new Error(service.unexpectedEnds.join('\n'))
  }
}
