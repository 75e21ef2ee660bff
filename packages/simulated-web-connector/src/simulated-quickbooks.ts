import type { Company, CompanyOutcome } from '@bridge/emulator'
import {
  branch,
  type Element,
  leaf,
  normalizeGuid,
  parseMessageSetResponse,
  readFileIds,
  serializeElement,
} from '@bridge/qbxml'
import type { Application } from './application.ts'
import type { ProcessorError, ProcessorResult, QuickBooks, QuickBooksSession } from './quickbooks.ts'

export interface SimulatedQuickBooksOptions {
  readonly company: Company
  /** The company file's full path on the simulated machine. */
  readonly companyFile: string
  readonly clock: () => Date
  /** The simulated machine's name. */
  readonly machine?: string
  readonly country?: string
  readonly qbxmlVersion?: readonly [major: number, minor: number]
  /** Whether a path opens the company file while QuickBooks is closed, until the session ends; false by default. */
  readonly allowsAutomaticLogin?: boolean
}

const failures = {
  notRunning: { hresult: '0x80040408', message: 'Could not start QuickBooks.' },
  starting: { hresult: '0x80040424', message: 'QuickBooks has not finished starting.' },
  noFile: {
    hresult: '0x80040417',
    message: 'There is no company file open, and the application did not provide a file name.',
  },
  otherFile: {
    hresult: '0x8004040A',
    message: 'A QuickBooks company data file is already open and it is different from the one requested.',
  },
  unexpected: { hresult: '0x80040402', message: 'An unexpected error occurred.' },
} as const satisfies Record<string, ProcessorError>

/**
 * Creates a QuickBooks with an emulated company file. The company's switches decide whether it runs and has its file
 * open. As with a real one, the Web Connector keeps `FileID` and `AppLock` as the company's private data.
 */
export function simulateQuickBooks({
  company,
  companyFile,
  clock,
  machine = 'OFFICE-PC',
  country = 'US',
  qbxmlVersion = [16, 0],
  allowsAutomaticLogin = false,
}: SimulatedQuickBooksOptions): QuickBooks {
  return {
    async addApplication(application) {
      const failure = findFailure(company, companyFile, '')
      if (failure !== undefined) return failure
      const before = await company.exchange(serializeRequests([createCompanyQuery(application)]))
      if (!before.sent || before.lost) return toError(before)
      if (readFileIds(parseMessageSetResponse(before.response)).includes(normalizeGuid(application.fileId)))
        return 'exists'
      const stamp = [
        definePrivateValue(application, 'FileID'),
        writePrivateValue('Add', application, 'FileID', application.fileId),
      ]
      const stamped = await company.exchange(serializeRequests(stamp))
      return !stamped.sent || stamped.lost ? toError(stamped) : 'added'
    },
    async beginSession(application, path) {
      const { applicationClosed, companyFileClosed } = company.switches
      const isOpened = allowsAutomaticLogin && path !== '' && (applicationClosed || companyFileClosed)
      if (isOpened) Object.assign(company.switches, { applicationClosed: false, companyFileClosed: false })
      const failure = findFailure(company, companyFile, path)
      if (failure !== undefined) return failure
      const lock = `LOCKED:${machine}:${toTicks(clock())}`
      const hcp = await openForApplication(company, application, lock)
      if ('hresult' in hcp) return hcp
      const session: QuickBooksSession = {
        companyFile,
        country,
        qbxmlVersion,
        hcpResponse: isOpened ? hcp.response.replace(manualLogin, automaticLogin) : hcp.response,
        process: async (messageSet) =>
          findFailure(company, companyFile, '') ?? toResult(await company.exchange(messageSet)),
        async end() {
          company.endSession()
          await company.exchange(serializeRequests([deletePrivateValue(application, 'AppLock')]))
          if (isOpened) Object.assign(company.switches, { applicationClosed, companyFileClosed })
        },
        drop: () => company.endSession(),
      }
      return session
    },
  }
}

const manualLogin = '<IsAutomaticLogin>false<'
const automaticLogin = '<IsAutomaticLogin>true<'

function findFailure({ switches }: Company, companyFile: string, path: string): ProcessorError | undefined {
  if (switches.applicationClosed) return failures.notRunning
  if (switches.applicationStarting) return failures.starting
  if (path !== '' && path.toLowerCase() !== companyFile.toLowerCase()) return failures.otherFile
  return switches.companyFileClosed && path === '' ? failures.noFile : undefined
}

function toResult(outcome: CompanyOutcome): ProcessorResult {
  return outcome.sent && !outcome.lost ? { response: outcome.response } : toError(outcome)
}

function toError(outcome: Exclude<CompanyOutcome, { readonly lost: false }>): ProcessorError {
  if (outcome.sent) return outcome.error ?? failures.unexpected
  switch (outcome.reason) {
    case 'unsupported':
      return { ...failures.unexpected, message: `The emulator does not support ${outcome.request}.` }
    case 'record-limit':
      return { ...failures.unexpected, message: 'The emulated company file is full.' }
    default:
      return outcome.error ?? failures.unexpected
  }
}

/** Claims the company file for an application, as the Web Connector does before each run, and describes it. */
async function openForApplication(company: Company, application: Application, lock: string): Promise<ProcessorResult> {
  const before = await company.exchange(serializeRequests([createCompanyQuery(application)]))
  if (!before.sent || before.lost) return toResult(before)
  const known = readPrivateNames(before.response)
  const values = { FileID: application.fileId, AppLock: lock }
  const changes = Object.entries(values).flatMap(([name, value]) => {
    if (known.has(name)) return name === 'AppLock' ? [writePrivateValue('Mod', application, name, value)] : []
    return [definePrivateValue(application, name), writePrivateValue('Add', application, name, value)]
  })
  const changed = await company.exchange(serializeRequests(changes))
  if (!changed.sent || changed.lost) return toResult(changed)
  const described = [branch('HostQueryRq', []), createCompanyQuery(application), branch('PreferencesQueryRq', [])]
  return toResult(await company.exchange(serializeRequests(described)))
}

/** Returns the names of the company's private data. */
function readPrivateNames(response: string): ReadonlySet<string> {
  const elements = parseMessageSetResponse(response).responses.flatMap((each) => each.elements)
  const values = elements.flatMap(({ children }) => children.filter(({ name }) => name === 'DataExtRet'))
  return new Set(values.flatMap(({ children }) => children.find(({ name }) => name === 'DataExtName')?.text ?? []))
}

function createCompanyQuery({ ownerId }: Application): Element {
  return branch('CompanyQueryRq', [leaf('OwnerID', ownerId)])
}

function definePrivateValue({ ownerId }: Application, name: string): Element {
  const definition = [
    leaf('OwnerID', ownerId),
    leaf('DataExtName', name),
    leaf('DataExtType', 'STR255TYPE'),
    leaf('AssignToObject', 'Company'),
  ]
  return branch('DataExtDefAddRq', [branch('DataExtDefAdd', definition)])
}

function writePrivateValue(verb: 'Add' | 'Mod', { ownerId }: Application, name: string, value: string): Element {
  const content = [
    leaf('OwnerID', ownerId),
    leaf('DataExtName', name),
    leaf('OtherDataExtType', 'Company'),
    leaf('DataExtValue', value),
  ]
  return branch(`DataExt${verb}Rq`, [branch(`DataExt${verb}`, content)])
}

function deletePrivateValue({ ownerId }: Application, name: string): Element {
  const content = [leaf('OwnerID', ownerId), leaf('DataExtName', name), leaf('OtherDataExtType', 'Company')]
  return branch('DataExtDelRq', [branch('DataExtDel', content)])
}

function serializeRequests(requests: readonly Element[]): string {
  const numbered = requests.map((request, index) => ({ ...request, attributes: { requestID: String(index) } }))
  const body = branch('QBXMLMsgsRq', numbered, { onError: 'continueOnError' })
  return `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?>${serializeElement(branch('QBXML', [body]))}`
}

const ticksAtEpoch = 621_355_968_000_000_000n

/** Returns a time as .NET ticks: units of 100 ns since the year 1. */
function toTicks(time: Date): string {
  return String(BigInt(time.getTime()) * 10_000n + ticksAtEpoch)
}
