import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'

/** Runs the programs of the stand-in for `node.exe` (`remote-node.c`) with this machine's Node.js. */
export interface RemoteNode {
  readonly port: number
  /** Each start's version: its program folder's name. */
  readonly starts: readonly string[]
  /** Returns what the programs have printed so far. */
  readonly output: () => string
  close(): Promise<void>
}

/**
 * Starts the fake's part running in the test.
 *
 * @param args the arguments after the launcher's
 * @param variables the programs' environment
 */
export async function startRemoteNode(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<RemoteNode> {
  const starts: string[] = []
  const children = new Set<ChildProcess>()
  let output = ''
  const start = (socket: Socket, given: readonly string[]): void => {
    const [program = '', ...rest] = given.map(toLocalPath)
    starts.push(path.basename(path.dirname(program)))
    const child = spawn(process.execPath, [program, ...rest, ...args], {
      env: { NODE_ENV: 'production', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    const collect = (data: Buffer): void => {
      output += data.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('close', (code) => {
      children.delete(child)
      socket.end(String(code ?? 1))
    })
    // The launcher ends the stand-in's standard input. No signal reaches a Windows program.
    socket.on('end', () => child.kill('SIGTERM'))
    socket.on('close', () => child.kill('SIGKILL'))
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    const read = (data: Buffer): void => {
      text += data.toString()
      if (!text.endsWith('\n\n')) return
      socket.off('data', read).resume()
      start(socket, text.slice(0, -2).split('\n'))
    }
    socket.on('data', read)
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    starts,
    output: () => output,
    close: async () => {
      const ended = [...children].map((child) => once(child, 'close'))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
      server.close()
    },
  }
}

/** Returns this machine's path for a Windows path on drive Z, which is its root. */
function toLocalPath(argument: string): string {
  return argument.startsWith('Z:\\') ? argument.slice(2).replaceAll('\\', '/') : argument
}
