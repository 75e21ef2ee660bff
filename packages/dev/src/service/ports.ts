import { createServer } from 'node:net'
import { CommandError } from '../terminal/command-error.ts'

/**
 * Checks that a local port is free.
 *
 * @param variable the environment variable setting the port, for the message
 * @throws {CommandError} when the port is in use or not permitted
 */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  for (const host of ['127.0.0.1', '::']) {
    const problem = await listenOnce(port, host)
    if (problem === 'EADDRINUSE') {
      throw new CommandError(
        `Port ${port} is in use by another program. Stop that program, or choose another port: ${variable}=${port + 100} npm start`,
      )
    }
    if (problem === 'EACCES') {
      throw new CommandError(
        `This user may not listen on port ${port}. Choose a port above 1023: ${variable}=3000 npm start`,
      )
    }
  }
}

function listenOnce(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
