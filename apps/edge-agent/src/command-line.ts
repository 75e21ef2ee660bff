import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Env } from './env.ts'

const windowsOnly = 'QuickBooks Desktop runs on Windows only. On this system, pass --simulate FILE.'

/** The parsed command line. */
export interface Command {
  readonly url: string
  readonly token: string
  /** The path of the simulated company file; without it, the agent serves the file that is open in QuickBooks. */
  readonly simulate: string | undefined
}

export const help = `edge-agent: serves a company file to the Bridge Service.

  edge-agent --url https://bridge.example --simulate company.jsonl
  edge-agent doctor

  doctor              checks the agent, QuickBooks and the company file, and prints what to do (Windows)
  --url URL           the address of the service (or BRIDGE_URL)
  --token-file FILE   a file with the agent token (or BRIDGE_AGENT_TOKEN)
  --simulate FILE     a simulated company file, created with sample books when missing; without it, the company file
                      that is open in QuickBooks on this PC (Windows)
  --stop-with-stdin   stops when standard input ends
  --help              this text

On Windows, address and token are read from the folder of the installation unless they are given.
Exit codes: 0 stopped, 1 cannot start, 2 token refused, 3 another agent took over, 4 realm deleted, 5 update needed.
`

/** An invalid command line; the message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Parses arguments and environment; `undefined` for `--help`. @throws {CommandError} */
export async function readCommand(
  args: readonly string[],
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<Command | undefined> {
  const { values } = parse(args)
  if (values.help) return undefined
  const url = values.url ?? env.BRIDGE_URL
  if (url === undefined) throw new CommandError('The address of the service is missing. Pass --url https://…')
  if (!URL.canParse(url) || !/^(http|ws)s?:/.test(url)) {
    throw new CommandError(`${JSON.stringify(url)} is not the address of a service. Pass --url https://…`)
  }
  const token = values['token-file'] === undefined ? env.BRIDGE_AGENT_TOKEN : await readToken(values['token-file'])
  if (!token) throw new CommandError('The agent token is missing. Set BRIDGE_AGENT_TOKEN or pass --token-file FILE.')
  if (values.simulate === undefined && platform !== 'win32') throw new CommandError(windowsOnly)
  return { url, token, simulate: values.simulate }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        'token-file': { type: 'string' },
        simulate: { type: 'string' },
        'stop-with-stdin': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)} See --help.`)
  }
}

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new CommandError(`The token file cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
