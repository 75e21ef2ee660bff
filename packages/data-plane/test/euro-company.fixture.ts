import { requireRealmId } from '@bridge/agent-protocol'
import { childText, findRequestViolations, parseMessageSetResponse, type QbxmlRequest } from '@bridge/qbxml'
import { createCompanyMemory } from '@bridge/translation'
import { type CompanyFile, openCompanyFile } from '../src/operations/company-file.ts'
import { replaceExchanges } from './company-file.fixture.ts'

/** List IDs as QuickBooks gives them to its currencies. */
export const currencyIds = { USD: '80000096-1700000000', EUR: '80000033-1700000000', CAD: '80000024-1700000000' }

const names = { USD: 'US Dollar', EUR: 'Euro', CAD: 'Canadian Dollar' }

type Code = keyof typeof currencyIds

/** Returns a reference to a currency in qbXML. */
export function inCurrency(code: Code, element = 'CurrencyRef'): string {
  return `<${element}><ListID>${currencyIds[code]}</ListID><FullName>${names[code]}</FullName></${element}>`
}

function toIdentity(id: string): string {
  return `<ListID>${id}</ListID><EditSequence>7</EditSequence>`
}

/** A company file that trades in several currencies, whose responses tests state in qbXML. */
export interface EuroCompany {
  readonly company: CompanyFile
  /** The requests of each exchange. */
  readonly exchanged: (readonly QbxmlRequest[])[]
  /** The currency of each customer, vendor and account, by ListID. */
  readonly owners: Map<string, Code>
  /** The records returned for a request, by its name; without them it finds the owner that it names. */
  readonly records: Map<string, string>
  readonly inactive: Set<Code>
  isMultiCurrencyOn: boolean
}

/** Creates such a company file, whose home currency is the dollar. */
export function createEuroCompany(now = new Date('2026-03-16T12:00:00Z')): EuroCompany {
  const state: Omit<EuroCompany, 'company'> = {
    exchanged: [],
    owners: new Map<string, Code>([
      ['80000001-1', 'EUR'],
      ['80000002-1', 'USD'],
    ]),
    records: new Map(),
    inactive: new Set<Code>(['CAD']),
    isMultiCurrencyOn: true,
  }
  const memory = createCompanyMemory()
  const unserved = openCompanyFile({
    realmId: requireRealmId('1234567890123456'),
    desktop: { exchange: async () => ({ sent: false, reason: 'offline' }) },
    now,
    memory,
  })
  const company = replaceExchanges(unserved, async (set) => {
    for (const request of set.requests) {
      const violations = findRequestViolations(request)
      if (violations.length > 0) throw new Error(JSON.stringify(violations))
    }
    state.exchanged.push(set.requests)
    const texts = set.requests.map((request, index) => respond(state, request, index + 1)).join('')
    const response = parseMessageSetResponse(`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${texts}</QBXMLMsgsRs></QBXML>`)
    return { sent: true, lost: false, response }
  })
  return Object.assign(state, { company })
}

function respond(state: Omit<EuroCompany, 'company'>, request: QbxmlRequest, id: number): string {
  const name = request.name.replace(/Rq$/, 'Rs')
  const off = request.name === 'CurrencyQueryRq' && !state.isMultiCurrencyOn
  const status = off
    ? 'statusCode="3250" statusSeverity="Error" statusMessage="This feature is not enabled."'
    : 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"'
  return `<${name} requestID="${id}" ${status}>${off ? '' : findRecords(state, request)}</${name}>`
}

function findRecords(state: Omit<EuroCompany, 'company'>, request: QbxmlRequest): string {
  const { isMultiCurrencyOn, inactive, owners, records } = state
  const stated = records.get(request.name)
  if (stated !== undefined) return stated
  if (request.name === 'PreferencesQueryRq') {
    const home = isMultiCurrencyOn ? inCurrency('USD', 'HomeCurrencyRef') : ''
    const preferences = `<IsMultiCurrencyOn>${isMultiCurrencyOn}</IsMultiCurrencyOn>${home}`
    return `<PreferencesRet><MultiCurrencyPreferences>${preferences}</MultiCurrencyPreferences></PreferencesRet>`
  }
  if (request.name === 'CurrencyQueryRq') {
    return (Object.keys(currencyIds) as Code[])
      .map((code) => {
        const head = `${toIdentity(currencyIds[code])}<Name>${names[code]}</Name><IsActive>${!inactive.has(code)}</IsActive>`
        return `<CurrencyRet>${head}<CurrencyCode>${code}</CurrencyCode><ExchangeRate>1.1</ExchangeRate><AsOfDate>2026-03-10</AsOfDate></CurrencyRet>`
      })
      .join('')
  }
  const id = childText(request, 'ListID') ?? ''
  const code = owners.get(id)
  const record = request.name.replace(/QueryRq$/, 'Ret')
  return code === undefined ? '' : `<${record}>${toIdentity(id)}<Name>N</Name>${inCurrency(code)}</${record}>`
}
