import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { protocolVersion } from '@bridge/agent-protocol'
import { type Logger, pino } from 'pino'
import { Agent } from './agent.ts'
import { CommandError, NotSetUpError } from './command-error.ts'
import { agentVersion, help, readCommand, type UpdateCommand } from './command-line.ts'
import { type DoctorOptions, formatFullFinding, runDoctor } from './doctor.ts'
import { type Env, readEnv } from './env.ts'
import { startEventListener } from './events/event-listener.ts'
import { FileInUseError } from './files/file-lock.ts'
import { findHostFolder, HostMissingError, installHosts } from './hosts/install-hosts.ts'
import { type AgentProgram, type ProgramEnd, UpdatedAgent } from './keep-updated.ts'
import { makeReport } from './make-report.ts'
import { type Pairing, pairAgent, type StoreToken } from './pairing/pair-agent.ts'
import { PairingError } from './pairing/redeem-code.ts'
import { findToken } from './pairing/token-file.ts'
import {
  createTokenSealing,
  findInstalledToken,
  SealedTokenError,
  storeInstalledToken,
} from './pairing/token-sealing.ts'
import { findPause } from './pause/pause.ts'
import { type PauseChange, readPauseCommand } from './pause-command.ts'
import { type SessionTrial, SessionWatch } from './quickbooks/session-watch.ts'
import { createHostStarter } from './quickbooks/start-hosts.ts'
import { recordAtConsole } from './record-command.ts'
import { type InstallationOptions, runInstallation } from './run-installation.ts'
import { runToEnd } from './run-to-end.ts'
import { type DesktopHost, openQuickBooks, type ServedDesktop } from './served-desktop.ts'
import { type AgentFolder, getAgentFolder } from './settings/agent-folder.ts'
import { changeAgentSettings, readAgentSettings } from './settings/agent-settings.ts'
import { configure } from './settings/configure.ts'
import { openLogFile } from './settings/log-file.ts'
import { describePause } from './status/agent-status.ts'
import { writeStatus } from './status/write-status.ts'
import { readReleaseKeys } from './updates/release-keys.ts'
import { stageUpdate, type UpdateOptions, type UpdateOutcome } from './updates/stage-update.ts'
import { UpdateError } from './updates/update-error.ts'
import { openVersionFiles } from './updates/version-files.ts'
import { waitForStaged } from './updates/wait-for-staged.ts'
import { type ReportReceiver, SendReportError, sendReport } from './verify/send-report.ts'
import { VerifyError } from './verify/verify-error.ts'
import { verifyQuickBooks } from './verify-command.ts'

const exitCodes: Record<ProgramEnd['reason'] | 'not-set-up' | 'in-use', number> = {
  stopped: 0,
  'token-refused': 2,
  superseded: 3,
  'realm-deleted': 4,
  'wrong-version': 5,
  'other-version': 6,
  'not-set-up': 7,
  'in-use': 8,
}

const noUpdate: Record<Extract<UpdateOutcome, { readonly kind: 'none' }>['reason'], string> = {
  'up-to-date': 'The installed version is the newest.',
  'not-yet': 'There is a newer version, which is not released yet.',
  'not-in-rollout': 'There is a newer version, which this installation gets later.',
  'asks-admin':
    'There is a newer version, for which QuickBooks asks its Admin to allow the agent again. Run the new installer of the ' +
    'portal on this PC while the Admin is signed in to QuickBooks. Until then, the installed version works on.',
  'failed-before': 'The newest version did not work here, and is not installed again.',
  'no-session':
    'The installed version has had no session with QuickBooks yet. Until it has, no other one is installed. Open the ' +
    'company file in QuickBooks.',
  'on-trial': 'The installed version has not connected yet. Until it has, no other one is installed.',
}

const servesQuickBooksOnly = 'An installed agent serves QuickBooks only. Run it without --simulate.'
const fetchTimeoutMs = 10_000
/** The release keys are next to the agent. */
const agentFolder = dirname(process.argv[1] ?? '.')
const hostFolder = findHostFolder(agentFolder)

/** Opens a simulated company file, for programs with the emulator. */
type OpenSimulated = (file: string, host: DesktopHost) => Promise<ServedDesktop>

/** Runs the command line's command, and sets the exit code. Without `openSimulated`, rejects `--simulate`. */
export async function runAgent(openSimulated?: OpenSimulated): Promise<void> {
  try {
    await start(openSimulated)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`edge-agent: ${message}\n`)
    const isExplained = [
      CommandError,
      FileInUseError,
      HostMissingError,
      PairingError,
      SealedTokenError,
      SendReportError,
      UpdateError,
      VerifyError,
    ].some((known) => error instanceof known)
    if (!isExplained) process.stderr.write('See --help.\n')
    process.exitCode = getExitCode(error)
  }
}

function getExitCode(error: unknown): number {
  if (error instanceof FileInUseError) return exitCodes['in-use']
  if (error instanceof NotSetUpError || error instanceof SealedTokenError) return exitCodes['not-set-up']
  return error instanceof PairingError && error.isRefused ? exitCodes['token-refused'] : 1
}

async function start(openSimulated: OpenSimulated | undefined): Promise<void> {
  const given = readEnv()
  const folder = getAgentFolder(given.BRIDGE_AGENT_FOLDER, given.LOCALAPPDATA)
  const isInstalled = process.platform === 'win32'
  if (isInstalled) await installHosts({ from: agentFolder, to: hostFolder })
  const env = isInstalled ? await withInstallation(given, folder) : given
  const args = process.argv.slice(2)
  const runTool = findTool(args, env, folder)
  if (runTool !== undefined) return runTool()
  const sealing = createTokenSealing(() => createHostStarter(hostFolder)(64))
  const installedToken = { tokenFile: folder.token, findToken: () => findInstalledToken(folder.token, sealing) }
  const command = await readCommand(args, env, process.platform, isInstalled ? installedToken : undefined).catch(
    async (error: unknown) => {
      const isNotSetUp = error instanceof NotSetUpError || error instanceof SealedTokenError
      if (isInstalled && isNotSetUp) await writeStatus(folder, 'not-set-up')
      throw error
    },
  )
  const store: StoreToken = (file, token) => storeInstalledToken(file, token, sealing)
  /** Pairs the agent and returns its token, which is in its file only. */
  const pair = async (pairing: Pairing): Promise<string | undefined> => {
    const isInstalledFile = isInstalled && pairing.tokenFile === folder.token
    const { realmName } = await pairAgent(pairing, isInstalledFile ? store : undefined)
    // Quoted, because it comes from outside.
    process.stdout.write(`Paired with ${JSON.stringify(realmName)}. The token is in ${pairing.tokenFile}\n`)
    return isInstalledFile ? installedToken.findToken() : findToken(pairing.tokenFile)
  }
  if (command === undefined) {
    process.stdout.write(help)
    return
  }
  if (command.kind === 'configure') return configure(folder, command.configuration, store)
  if (command.kind === 'pair') {
    await pair(command.pairing)
    if (isInstalled) await configure(folder, { url: command.pairing.url })
    return
  }
  if (command.kind === 'update') {
    await update(command)
    return
  }
  const { url, simulate } = command
  const token = typeof command.token === 'string' ? command.token : ((await pair(command.token)) ?? '')
  const logger = openLog(env, simulate === undefined ? folder : undefined)
  const world = { clock, logger, wait }
  const sessions = new SessionWatch(wait)
  const startHost = sessions.watch(createHostStarter(hostFolder))
  const quickBooks = simulate === undefined ? await openQuickBooks(folder, startHost, world) : undefined
  const served = quickBooks ?? (await openSimulated?.(simulate ?? '', world))
  if (served === undefined) throw new CommandError(servesQuickBooksOnly)
  const { desktop, responses } = served
  const agent = new Agent({
    url,
    token,
    agentVersion,
    desktop,
    responses,
    onSwitches: quickBooks?.setSwitches,
    ...world,
    random: Math.random,
  })
  const program =
    command.versions === undefined ? agent : await withUpdates(agent, sessions, url, command.versions, logger)
  const stopsWithStdin = args.includes('--stop-with-stdin')
  const people = { env, folder, url, token, stopsWithStdin }
  const installation = quickBooks && runForPeople({ agent, program, quickBooks, ...world }, people)
  const close = async (): Promise<void> => {
    sessions.close()
    await served.close()
    await installation
  }
  const { reason, message } = await runToEnd({ program, close, logger })
  if (reason === 'stopped' || reason === 'other-version') logger.info(message)
  else logger.fatal({ reason }, message)
  process.exitCode = exitCodes[reason]
}

interface PeopleOptions {
  readonly env: Env
  readonly folder: AgentFolder
  readonly url: string
  readonly token: string
  readonly stopsWithStdin: boolean
}

/** Connects a running agent with the people at its PC. */
function runForPeople(
  running: Pick<InstallationOptions, 'agent' | 'program' | 'quickBooks' | 'clock' | 'logger' | 'wait'>,
  { env, folder, url, token, stopsWithStdin }: PeopleOptions,
): Promise<void> {
  return runInstallation({
    ...running,
    startHost: createHostStarter(hostFolder),
    startListener: (onEvent) => startEventListener({ executable: join(agentFolder, 'qbevents.exe'), onEvent }),
    sendReport: (found) => sendReport({ url, token }, found),
    folder,
    stopsWithStdin,
    makeReport: async () =>
      makeReport({ ...(await readDoctorOptions({ ...env, BRIDGE_URL: url }, folder)), folder, wait }),
  })
}

/** Returns how to run a command of the person at the PC, which serves no company file; undefined for the others. */
function findTool(args: readonly string[], env: Env, folder: AgentFolder): (() => Promise<void>) | undefined {
  const [name] = args
  if (name === 'doctor') return () => examine(env, folder)
  if (name === 'verify') return () => verify(args.slice(1), env, folder)
  if (name === 'record') {
    return () => recordAtConsole(args.slice(1), { folder, findReceiver: () => findReportReceiver(env, folder), clock })
  }
  if (name === 'report') {
    return async () => {
      process.stdout.write(await makeReport({ ...(await readDoctorOptions(env, folder)), folder, wait }))
    }
  }
  const pauseChange = readPauseCommand(args)
  return pauseChange && (() => changePause(folder, pauseChange))
}

function clock(): Date {
  return new Date()
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => undefined)
}

/** Returns the environment with the installation's address, unless it is set. */
async function withInstallation(env: Env, folder: AgentFolder): Promise<Env> {
  const { url } = await readAgentSettings(folder.settings)
  return { ...env, BRIDGE_URL: env.BRIDGE_URL ?? url }
}

/** Opens the log: standard output, or files of an installation, which has no console. */
function openLog({ LOG_LEVEL: level }: Env, folder: AgentFolder | undefined): Logger {
  const options = { level, name: 'edge-agent' }
  return folder === undefined ? pino(options) : pino(options, openLogFile(folder.logs))
}

/** Changes when the agent leaves QuickBooks to people. A running agent follows within seconds. */
async function changePause({ settings }: AgentFolder, change: PauseChange): Promise<void> {
  await changeAgentSettings(settings, (current) => change(current, clock()))
  const pause = findPause(await readAgentSettings(settings), clock())
  process.stdout.write(pause === undefined ? 'The agent is not paused.\n' : `${describePause(pause)}\n`)
}

async function readDoctorOptions(env: Env, folder: AgentFolder): Promise<DoctorOptions> {
  return {
    url: env.BRIDGE_URL,
    hasToken: (env.BRIDGE_AGENT_TOKEN ?? (await findToken(folder.token))) !== undefined,
    settings: await readAgentSettings(folder.settings),
    startHost: createHostStarter(hostFolder),
    fetch: (url) => fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(fetchTimeoutMs) }),
    clock,
  }
}

async function verify(args: readonly string[], env: Env, folder: AgentFolder): Promise<void> {
  const settings = await readAgentSettings(folder.settings)
  const startHost = createHostStarter(hostFolder)
  const findReceiver = () => findReportReceiver(env, folder)
  await verifyQuickBooks(args, { folder, settings, startHost, findReceiver, clock, wait })
}

/** Returns where this installation's reports go; nothing if it is not paired. */
async function findReportReceiver(env: Env, folder: AgentFolder): Promise<ReportReceiver | undefined> {
  const { BRIDGE_URL: url, BRIDGE_AGENT_TOKEN: given } = env
  const token =
    given ??
    (await findInstalledToken(
      folder.token,
      createTokenSealing(() => createHostStarter(hostFolder)(64)),
    ))
  return url === undefined || token === undefined ? undefined : { url, token }
}

async function examine(env: Env, folder: AgentFolder): Promise<void> {
  for await (const finding of runDoctor(await readDoctorOptions(env, folder))) {
    process.stdout.write(`${formatFullFinding(finding)}\n`)
    if (!finding.isGood) process.exitCode = 1
  }
}

/** Keeps the installation up to date. Without its keys, the agent runs on as it is. */
async function withUpdates(
  agent: Agent,
  sessions: SessionTrial,
  url: string,
  versions: string,
  logger: Logger,
): Promise<AgentProgram> {
  try {
    const options = await readUpdateOptions(url, versions)
    const stage = (signal: AbortSignal) => stageUpdate({ ...options, now: clock(), signal })
    const files = openVersionFiles(versions)
    const staged = (signal: AbortSignal) => waitForStaged({ files, wait }, signal)
    const world = { logger, random: Math.random, wait }
    return new UpdatedAgent(agent, { files, version: agentVersion, sessions, stage, staged, ...world })
  } catch (error) {
    logger.error({ err: error }, 'the agent cannot update itself')
    return agent
  }
}

async function update({ url, versions }: UpdateCommand): Promise<void> {
  const outcome = await stageUpdate({ ...(await readUpdateOptions(url, versions)), now: clock() })
  const line = outcome.kind === 'staged' ? `Version ${outcome.version} is ready.` : noUpdate[outcome.reason]
  process.stdout.write(`${line}\n`)
}

async function readUpdateOptions(url: string, folder: string): Promise<Omit<UpdateOptions, 'now' | 'signal'>> {
  const keys = await readReleaseKeys(join(agentFolder, 'release-keys.json'))
  return { serviceUrl: new URL(url.replace(/^ws/, 'http')).origin, folder, keys, protocol: protocolVersion }
}
