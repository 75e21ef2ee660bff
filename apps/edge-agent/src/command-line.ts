import { hostname } from 'node:os'
import { parseArgs } from 'node:util'
import { CommandError, NotSetUpError } from './command-error.ts'
import type { Env } from './env.ts'
import type { Pairing } from './pairing/pair-agent.ts'
import { findToken } from './pairing/token-file.ts'
import type { Configuration } from './settings/configure.ts'

const configureOnWindows =
  'configure is for installations, which exist on Windows only. On this system, pass --token-file FILE.'
const windowsOnly = 'QuickBooks Desktop runs on Windows only. On this system, pass --simulate FILE.'

/** The parsed command line. */
export type Command = ServeCommand | PairCommand | ConfigureCommand | UpdateCommand

/** Serves a company file. */
export interface ServeCommand {
  readonly kind: 'serve'
  readonly url: string
  /** The agent's token, or how to get one: at the first start with a code. */
  readonly token: string | Pairing
  /** The simulated company file's path; without it, the agent serves the file open in QuickBooks. */
  readonly simulate: string | undefined
  /** The folder with the installed versions; without it, the agent does not update itself. */
  readonly versions: string | undefined
}

/** Redeems a pairing code and stores the token. */
export interface PairCommand {
  readonly kind: 'pair'
  readonly pairing: Pairing
}

/** Looks for an update and puts it next to the installed version. */
export interface UpdateCommand {
  readonly kind: 'update'
  readonly url: string
  /** The folder with the installed versions. */
  readonly versions: string
}

/** Stores the address, and a token, in an installation's folder. */
export interface ConfigureCommand {
  readonly kind: 'configure'
  readonly configuration: Configuration
}

/** An installation's token. */
export interface InstalledToken {
  readonly tokenFile: string
  findToken(): Promise<string | undefined>
}

/** The version the agent reports. */
export const agentVersion = '0.1.0'

export const help = `edge-agent: serves a company file to the Bridge Service.

  edge-agent pair --url https://bridge.example --code K7PM-2XQA --token-file token
  edge-agent --url https://bridge.example --token-file token --simulate company.jsonl
  edge-agent configure --url https://bridge.example --token-file token
  edge-agent update --url https://bridge.example --versions versions
  edge-agent doctor
  edge-agent report
  edge-agent verify
  edge-agent record --hours 8
  edge-agent pause --minutes 90
  edge-agent quiet-hours --from 09:00 --to 12:30 --days Mon,Tue

  pair                redeems a pairing code, stores the agent token, and ends
  configure           stores address and token in the folder of the installation, and ends (Windows)
  update              looks for a signed update, and puts it next to the installed version
  doctor              checks the agent, QuickBooks and the company file, and prints what to do (Windows)
  report              prints versions, settings, what doctor finds and the end of the log for support, without
                      credentials and without names or texts from QuickBooks (Windows)
  verify              checks what the agent expects of QuickBooks, reading only, with a sentence for each step at the
                      PC, and writes a report without names or texts of the company file (Windows); --sample checks
                      Intuit's sample company, --writes writes in it; --first runs twelve checks without steps
  record              lets the running agent record what it and QuickBooks exchange for --hours (8), without names,
                      amounts or texts, if the company file allows it in the portal; --stop ends it, --send shows
                      the file and sends it after a question (Windows)
  pause               leaves QuickBooks to people for --minutes (60), or --until-resumed (Windows)
  resume              ends the pause, and skips the quiet hours that have begun (Windows)
  quiet-hours         pauses at the same time of --days, or of every day, in the time zone of the PC or --time-zone;
                      --off turns it off (Windows)
  --url URL           the address of the service (or BRIDGE_URL)
  --token-file FILE   a file with the agent token (or BRIDGE_AGENT_TOKEN)
  --code CODE         a pairing code; without pair, it is redeemed if the token file is missing
  --name NAME         names this PC in the portal; by default its host name
  --simulate FILE     a simulated company file, created with sample books when missing (not in the installed agent);
                      without it, the company file that is open in QuickBooks on this PC (Windows)
  --versions FOLDER   the folder with the installed versions, which the agent keeps up to date
  --stop-with-stdin   stops when standard input ends
  --help              this text

On Windows, address and token are read from the folder of the installation unless they are given.
Exit codes: 0 stopped, 1 cannot start, 2 token or pairing code refused, 3 another agent took over, 4 realm deleted, 5 update needed,
6 start again, because another version was installed, 7 address or token missing, 8 another agent uses the folder.
`

const commandWords: ReadonlySet<string> = new Set(['pair', 'configure', 'update'])
const maxNameCharacters = 80

/**
 * Parses arguments and environment; `undefined` for `--help`.
 *
 * @param installation where a paired token is stored by default, and where an agent finds its token
 * @throws {CommandError}; what finding the token throws
 */
export async function readCommand(
  args: readonly string[],
  env: Env,
  platform: NodeJS.Platform = process.platform,
  installation?: InstalledToken,
): Promise<Command | undefined> {
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  const [word, ...more] = positionals
  if ((word !== undefined && !commandWords.has(word)) || more.length > 0) {
    throw new CommandError(`${JSON.stringify(positionals.join(' '))} is not a command. See --help.`)
  }
  const url = readUrl(values.url ?? env.BRIDGE_URL)
  if (word === 'configure') {
    if (installation === undefined) throw new CommandError(configureOnWindows)
    return { kind: 'configure', configuration: { url, tokenFile: values['token-file'] } }
  }
  const readPairing = () => toPairing(url, { 'token-file': installation?.tokenFile, ...values })
  if (word === 'pair') return { kind: 'pair', pairing: readPairing() }
  if (word === 'update') return readUpdate(url, values.versions)
  const token = (await readToken(values, env, installation)) ?? (values.code === undefined ? undefined : readPairing())
  if (!token) throw new NotSetUpError('The agent token is missing. Set BRIDGE_AGENT_TOKEN or pass --token-file FILE.')
  if (values.simulate === undefined && platform !== 'win32') throw new CommandError(windowsOnly)
  return { kind: 'serve', url, token, simulate: values.simulate, versions: values.versions }
}

function readUpdate(url: string, versions: string | undefined): UpdateCommand {
  if (versions === undefined) throw new CommandError('Pass --versions FOLDER with the installed versions.')
  return { kind: 'update', url, versions }
}

interface Values {
  readonly code?: string | undefined
  readonly name?: string | undefined
  readonly 'token-file'?: string | undefined
}

function readUrl(url: string | undefined): string {
  if (url === undefined) throw new NotSetUpError('The address of the service is missing. Pass --url https://…')
  if (URL.canParse(url) && /^(http|ws)s?:/.test(url)) return url
  throw new CommandError(`${JSON.stringify(url)} is not the address of a service. Pass --url https://…`)
}

function toPairing(url: string, { code, name, 'token-file': tokenFile }: Values): Pairing {
  if (code === undefined)
    throw new CommandError('The pairing code is missing. Pass --code with the code of the portal.')
  if (tokenFile === undefined) throw new CommandError('Pass --token-file FILE, in which the agent token is stored.')
  return { url, code, tokenFile, name: (name ?? hostname()).slice(0, maxNameCharacters) || 'PC', version: agentVersion }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        'token-file': { type: 'string' },
        code: { type: 'string' },
        name: { type: 'string' },
        simulate: { type: 'string' },
        versions: { type: 'string' },
        'stop-with-stdin': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)} See --help.`)
  }
}

/** Returns the token from the file or the environment. Only a first start with a code has none. */
async function readToken(
  { 'token-file': file, code }: Values,
  env: Env,
  installation: InstalledToken | undefined,
): Promise<string | undefined> {
  if (file === undefined) return env.BRIDGE_AGENT_TOKEN ?? installation?.findToken()
  const token = await findToken(file).catch((error: unknown) => {
    throw new CommandError(`The token file cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (token === undefined && code === undefined) {
    throw new CommandError(`The token file cannot be read: ${file} is missing or empty. Pass --code to pair the agent.`)
  }
  return token
}
