import { describeFailure, findHresult, formatHresult, parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { agentUrl } from './agent.ts'
import type { ComHost } from './quickbooks/com-host.ts'
import { type Bits, ComHosts } from './quickbooks/com-hosts.ts'
import { isSameFile, resolveWindowsPath } from './quickbooks/company-files.ts'
import { type Look, parseLook } from './quickbooks/look.ts'
import { callHost, foundHresults, openSession, toComError } from './quickbooks/session.ts'
import { requireRightFile } from './quickbooks/session-opener.ts'
import { type AgentSettings, findApplicationName } from './settings/agent-settings.ts'

/** One check's result. */
export interface Finding {
  readonly check: string
  readonly isGood: boolean
  /** The finding and, if it is not good, its remedy. */
  readonly text: string
  /** Names and paths from this PC, or texts of QuickBooks. They are shown here, and are not in a report. */
  readonly details?: string
}

export interface DoctorOptions {
  readonly url: string | undefined
  readonly hasToken: boolean
  readonly settings: AgentSettings
  readonly startHost: (bits: Bits) => ComHost
  readonly fetch: (url: string) => Promise<Pick<Response, 'headers'>>
  readonly clock: () => Date
}

const clockDifferenceMaxMs = 5 * 60_000

/** Checks everything an agent needs, in the order in which a person would fix it. Changes nothing. */
export async function* runDoctor(options: DoctorOptions): AsyncGenerator<Finding> {
  const { url, hasToken } = options
  if (url === undefined) yield problem('Address', 'The address of the service is missing. Pair the agent again.')
  else yield* checkService(url, options)
  yield hasToken
    ? good('Pairing', 'The agent has a token.')
    : problem('Pairing', 'The agent is not paired. Get a pairing code in the portal, and pair the agent.')
  const hosts = new ComHosts(options.startHost, () => undefined)
  try {
    const found = yield* checkQuickBooks(hosts.current())
    const isInstalled = found !== 'no host' && (yield* checkInstallation(hosts, options.startHost))
    if (isInstalled && found !== 'not usable') yield* checkCompanyFile(hosts, found, options.settings)
  } finally {
    await hosts.close()
  }
}

function good(check: string, text: string, details?: string): Finding {
  return { check, isGood: true, text, ...(details && { details }) }
}

function problem(check: string, text: string, details?: string): Finding {
  return { check, isGood: false, text, ...(details && { details }) }
}

/** Returns a failed call's finding. The QuickBooks text may contain names from the company file. */
function failure(check: string, error: unknown, details?: string): Finding {
  const { hresult, message } = toComError(error)
  const code = formatHresult(hresult)
  const texts = [findHresult(hresult).showsText ? message.trim() : '', details ?? ''].filter((text) => text !== '')
  return problem(check, `${describeFailure({ hresult: code, message: '' }, 'before')} (${code})`, texts.join(' '))
}

async function* checkService(url: string, { fetch, clock }: DoctorOptions): AsyncGenerator<Finding> {
  const { origin } = new URL(agentUrl(url).replace(/^ws/, 'http'))
  let date: number
  try {
    date = Date.parse((await fetch(origin)).headers.get('date') ?? '')
  } catch (error) {
    const reason = describeError(error)
    yield problem(
      'Service',
      `${origin} cannot be reached: ${reason}. Check the internet connection, and whether a proxy or firewall blocks it.`,
    )
    return
  }
  yield good('Service', `${origin} responds.`)
  const difference = Math.abs(date - clock().getTime())
  if (difference <= clockDifferenceMaxMs) yield good('Clock', 'The PC’s clock is right.')
  else if (difference > clockDifferenceMaxMs) {
    const minutes = Math.round(difference / 60_000)
    yield problem(
      'Clock',
      `The clock of the PC is wrong by ${minutes} minutes. Set date and time in Windows automatically.`,
    )
  }
}

/** Returns an error's message, or its cause's, which says why a fetch failed. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

async function* checkQuickBooks(host: ComHost): AsyncGenerator<Finding, Look | 'not usable' | 'no host'> {
  const result = await host.request('look')
  if (!result.ok) {
    yield problem('Agent', 'A program of the agent cannot run. Install the agent again.', result.text)
    return 'no host'
  }
  const look = parseLook(result.text)
  const { hasWindow, isInOtherSession, isElevated, dialog, host: program } = look
  if (program !== undefined) yield good('Agent', `The program that calls QuickBooks has version ${program.version}.`)
  if (isInOtherSession) {
    yield problem('QuickBooks', 'QuickBooks is open for another Windows user. Open it as the user of the agent.')
  } else if (!hasWindow) yield problem('QuickBooks', 'QuickBooks is closed. Open QuickBooks and the company file.')
  else yield good('QuickBooks', 'QuickBooks is open.')
  if (isElevated) {
    yield problem('QuickBooks', 'QuickBooks runs as administrator. Close it, and open it as usual.')
  }
  if (dialog) {
    yield problem(
      'Dialogs',
      'A dialog is waiting in QuickBooks. Complete or close it, and run this check again.',
      dialog.title,
    )
  }
  return hasWindow && !isElevated && dialog === undefined ? look : 'not usable'
}

/** Says whether the class for the other bitness exists, too: two installations of QuickBooks may explain an error. */
async function describeOtherClass(bits: Bits, startHost: DoctorOptions['startHost']): Promise<string> {
  const host = startHost(bits)
  try {
    const created = await host.request('new')
    if (!created.ok)
      return `There is none for ${bits}-bit programs (${formatHresult(created.hresult)}), which is usual.`
    await host.request('drop')
    return `It is installed for ${bits}-bit programs, too.`
  } finally {
    await host.close()
  }
}

async function* checkInstallation(
  hosts: ComHosts,
  startHost: DoctorOptions['startHost'],
): AsyncGenerator<Finding, boolean> {
  try {
    const bits = await hosts.run(async (host) => {
      await callHost(host, 'new')
      await host.request('drop')
      return host.bits
    })
    yield good('Request processor', `QuickBooks' request processor is installed for ${bits}-bit programs.`)
    yield good('Other class', await describeOtherClass(bits === 64 ? 32 : 64, startHost))
    return true
  } catch (error) {
    yield failure('Request processor', error)
    return false
  }
}

async function* checkCompanyFile(hosts: ComHosts, look: Look, settings: AgentSettings): AsyncGenerator<Finding> {
  const { companyFiles, companyNames, opensQuickBooks } = settings
  const [entry] = Object.entries(companyFiles)
  const realmId: RealmId | undefined = entry && parseRealmId(entry[0])
  if (entry === undefined || realmId === undefined) {
    yield problem('Company file', 'The agent has served no company file yet. Start the agent with the file open.')
    return
  }
  const [, expected] = entry
  const name = companyNames?.[realmId]
  const company = name?.path === expected ? name.name : undefined
  let found: string | undefined
  try {
    requireRightFile(look, { path: expected, company, opensQuickBooks })
    const session = await hosts.run((host) =>
      openSession({
        host,
        applicationName: findApplicationName(settings, realmId),
        path: expected,
        accepts: (companyFile) => {
          found = companyFile
          return isSameFile(companyFile, expected, resolveWindowsPath)
        },
      }),
    )
    await session.end()
    yield good('Company file', 'It is open, and QuickBooks allows access to it.', session.companyFile)
  } catch (error) {
    const open = found ?? (toComError(error).hresult === foundHresults.otherFile ? look.companies.join(', ') : '')
    const expects = company === undefined ? expected : `${company} (${expected})`
    yield failure('Company file', error, open === '' ? undefined : `Open is ${open}; this connection has ${expects}.`)
  }
}

/** Prints a finding as one line, without its details. */
export function formatFinding({ check, isGood, text }: Finding): string {
  return `${isGood ? 'ok     ' : 'PROBLEM'}  ${check}: ${text}`
}

/** Prints a finding with its details, for this PC only. */
export function formatFullFinding(finding: Finding): string {
  return [formatFinding(finding), finding.details].filter((text) => text !== undefined).join(' ')
}
