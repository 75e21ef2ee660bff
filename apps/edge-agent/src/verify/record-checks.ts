import { child, childText, type Element, types } from '@bridge/qbxml'
import type { BeliefId, ReadId } from '@bridge/truth'
import Big from 'big.js'
import { type BeliefCheck, decide, describeAnswer, noted, skipped } from './finding.ts'
import type { Kit } from './kit.ts'
import { recordQueries, rejectedRequests, reportRequests, toMessageSet } from './requests.ts'

const hostQuery = '<HostQueryRq/>'
const hourSeconds = 3_600
const roundingError = '0.01'

/** Checks of what QuickBooks accepts and returns, without changing the company file. */
export const recordChecks = {
  A54: async (kit) => {
    const texts = getLeaves(await readRecords(kit, 'A54'))
    const count = texts.filter(({ text }) => /[^ -~\s]/.test(text)).length
    const replaced = texts.filter(({ text }) => /\?\?/.test(text)).length
    return noted(`${count} texts with other letters than ASCII, ${replaced} with ??`)
  },
  A58: async (kit) => {
    const order = await kit.ask(
      'A58',
      toMessageSet('<CustomerQueryRq><ActiveStatus>All</ActiveStatus><MaxReturned>1</MaxReturned></CustomerQueryRq>'),
      literal,
    )
    const element = await kit.ask(
      'A58',
      toMessageSet('<CustomerQueryRq><Nonsense>1</Nonsense></CustomerQueryRq>'),
      literal,
    )
    const word = await kit.ask(
      'A58',
      toMessageSet('<CustomerQueryRq><ActiveStatus>Sometimes</ActiveStatus></CustomerQueryRq>'),
      literal,
    )
    const after = await kit.ask('A58', toMessageSet(hostQuery), literal)
    const codes = [order, element, word, after].map(describeAnswer)
    const isRejected = codes[0] === '0x80040400' && codes[1] === '0x80040400'
    return decide(
      isRejected && after.ok,
      `order ${codes[0]}, element ${codes[1]}, enumeration ${codes[2]}, then ${codes[3]}`,
    )
  },
  A59: async (kit) => {
    const answer = await kit.ask('A59', toMessageSet(hostQuery, { version: '99.0' }), literal)
    return decide(describeAnswer(answer) === '0x80040423', describeAnswer(answer))
  },
  A60: async (kit) => {
    const answer = await kit.askOnce('A60', toMessageSet(hostQuery))
    return decide(describeAnswer(answer) === '0', describeAnswer(answer))
  },
  A65: async (kit) => {
    const unknown = await kit.ask('A65', toMessageSet(hostQuery, { attributes: lookUp('bridge-check-0') }), literal)
    const tooLong = await kit.ask(
      'A65',
      toMessageSet(hostQuery, { attributes: lookUp('bridge-check-0'.repeat(2)) }),
      literal,
    )
    const codes = [unknown, tooLong].map(describeAnswer)
    return decide(
      codes[0]?.startsWith('set 9002') === true && codes[1]?.startsWith('set 9004') === true,
      codes.join('; '),
    )
  },
  A66: async (kit) => {
    const page = '<MaxReturned>1</MaxReturned>'
    const first = await kit.ask(
      'A66',
      toMessageSet(`<CustomerQueryRq iterator="Start">${page}</CustomerQueryRq>`),
      literal,
    )
    const { iteratorId, iteratorRemainingCount } = (first.ok && first.set.responses[0]) || {}
    if (iteratorId === undefined || !iteratorRemainingCount) return skipped('fewer than two customers')
    const next = toMessageSet(
      `<CustomerQueryRq iterator="Continue" iteratorID="${iteratorId}">${page}</CustomerQueryRq>`,
    )
    await kit.ask('A66', toMessageSet(hostQuery), literal)
    const continued = describeAnswer(await kit.ask('A66', next))
    await kit.end()
    const later = describeAnswer(await kit.ask('A66', next))
    return decide(continued === '0' && later !== '0', `in the session ${continued}, in the next one ${later}`)
  },
  A67: async (kit) => {
    const answer = await kit.ask(
      'A67',
      toMessageSet('<AccountQueryRq><MaxReturned>1</MaxReturned></AccountQueryRq>'),
      literal,
    )
    const count = answer.ok ? answer.set.responses[0]?.elements.length : undefined
    return decide(describeAnswer(answer) === '0' && count === 1, `${describeAnswer(answer)}, ${count ?? 0} records`)
  },
  A68: async (kit) => {
    const [customer] = (await readRecords(kit, 'A68')).filter(({ name }) => name === 'CustomerRet')
    const time = customer && childText(customer, 'TimeModified')?.slice(0, 19)
    if (customer === undefined || time === undefined) return skipped('no customer')
    const find = async (from: string, to: string): Promise<boolean> => {
      const filter = `<FromModifiedDate>${from}</FromModifiedDate><ToModifiedDate>${to}</ToModifiedDate>`
      const answer = await kit.ask(
        'A68',
        toMessageSet(`<CustomerQueryRq><ActiveStatus>All</ActiveStatus>${filter}</CustomerQueryRq>`),
        literal,
      )
      const found = answer.ok ? (answer.set.responses[0]?.elements ?? []) : []
      return found.some((each) => childText(each, 'ListID') === childText(customer, 'ListID'))
    }
    const later = new Date(Date.parse(`${time}Z`) + 1_000).toISOString().slice(0, 19)
    const [inside, after] = [await find(time, time), await find(later, later)]
    return decide(
      inside && !after,
      `${inside ? 'found' : 'not found'} in its second, ${after ? 'found' : 'not found'} after it`,
    )
  },
  A69: async (kit) => {
    const differences = (await readRecords(kit, 'A69')).flatMap(getSecondsApart)
    if (differences.length === 0) return skipped('no record')
    const hours = differences.filter((seconds) => Math.abs(seconds) === hourSeconds).length
    const others = differences.filter((seconds) => seconds !== 0 && Math.abs(seconds) !== hourSeconds).length
    return decide(others === 0, `${differences.length} records: ${hours} an hour apart, ${others} otherwise`)
  },
  A70: async (kit) => {
    const times = (await readRecords(kit, 'A70')).flatMap((record) => childText(record, 'TimeModified') ?? [])
    const offsets = (month: RegExp) =>
      [...new Set(times.filter((time) => month.test(time)).map((time) => time.slice(19)))].join(' ') || 'none'
    return noted(
      `offsets from November to February ${offsets(/-(11|12|01|02)-\d\dT/)}, from May to August ${offsets(/-0[5-8]-\d\dT/)}`,
    )
  },
  A71: async (kit) => {
    const set = toMessageSet(
      '<ListDeletedQueryRq><ListDelType>Customer</ListDelType></ListDeletedQueryRq><TxnDeletedQueryRq><TxnDelType>Invoice</TxnDelType></TxnDeletedQueryRq>',
      { attributes: 'onError="continueOnError"' },
    )
    const answer = await kit.ask('A71', set, literal)
    const records = answer.ok ? answer.set.responses.flatMap(({ elements }) => elements) : []
    const oldest = records.flatMap((each) => childText(each, 'TimeDeleted')?.slice(0, 10) ?? []).sort()[0]
    return noted(`statuses ${describeAnswer(answer)}, ${records.length} deletions, the oldest of ${oldest ?? 'never'}`)
  },
  A72: async (kit) => {
    const ids = getLeaves(await readRecords(kit, 'A72')).filter(({ name }) => /^(?:ListID|TxnID|TxnLineID)$/.test(name))
    const wrong = ids.filter(({ text }) => !types.id.accepts(text)).length
    return ids.length === 0
      ? skipped('no record')
      : decide(wrong === 0, `${wrong} of ${ids.length} IDs have another form`)
  },
  A82: async (kit) => {
    const bills = (await readRecords(kit, 'A82')).filter(({ name }) => name === 'BillRet')
    const found: string[] = []
    for (const bill of bills.filter((each) => childText(each, 'IsPaid') === 'false')) {
      const vendor = child(bill, 'VendorRef')
      const id = vendor && childText(vendor, 'ListID')
      if (id === undefined) continue
      const entity = `<PayeeEntityRef><ListID>${id}</ListID></PayeeEntityRef>`
      const answer = await kit.ask('A82', toMessageSet(`<BillToPayQueryRq>${entity}</BillToPayQueryRq>`))
      if (!answer.ok) return noted(`BillToPay fails: ${answer.hresult}`)
      const due = answer.set.responses
        .flatMap(({ elements }) => elements.flatMap(({ children }) => children))
        .find((each) => childText(each, 'TxnID') === childText(bill, 'TxnID'))
      const isSame = due !== undefined && childText(due, 'AmountDue') === childText(bill, 'OpenAmount')
      found.push(isSame ? 'equal' : due === undefined ? 'not to pay' : 'different')
    }
    return found.length === 0 ? skipped('no open bill') : decide(!found.includes('different'), found.join(', '))
  },
  A83: async (kit) => {
    const records = await readRecords(kit, 'A83')
    const isOn = getLeaves(records).some(({ name, text }) => name === 'IsMultiCurrencyOn' && text === 'true')
    if (!isOn) return skipped('the company file has one currency')
    const rated = records.filter((record) => childText(record, 'ExchangeRate') !== undefined)
    const unnamed = rated.filter((record) => child(record, 'CurrencyRef') === undefined).length
    const amounts = rated.flatMap(getHomeAmounts)
    const others = amounts.filter((difference) => difference.abs().gt(roundingError)).length
    return rated.length === 0
      ? skipped('no transaction with an exchange rate')
      : decide(
          unnamed === 0 && others === 0,
          `${rated.length} transactions, ${unnamed} without CurrencyRef; ${amounts.length} amounts in home currency, ${others} otherwise`,
        )
  },
  A84: async (kit) => {
    const names = getNames(await readRecords(kit, 'A84')).filter((name) =>
      /^(?:UnitOfMeasure|InventorySite|SerialNumber|LotNumber)/.test(name),
    )
    return noted([...new Set(names)].join(', ') || 'none')
  },
  A85: async (kit) => {
    const records = (await readRecords(kit, 'A85')).filter((record) => childText(record, 'FullName') !== undefined)
    const children = records.filter((record) => record.children.some(({ name }) => name === 'ParentRef'))
    const wrong = children.filter((record) => {
      const [name, full, level] = ['Name', 'FullName', 'Sublevel'].map((each) => childText(record, each) ?? '')
      return !full?.endsWith(`:${name}`) || Number(level) !== full.split(':').length - 1
    })
    return children.length === 0
      ? skipped('no record with a parent')
      : decide(wrong.length === 0, `${wrong.length} of ${children.length} have another form`)
  },
  A86: async (kit) => {
    const codes: string[] = []
    for (const request of rejectedRequests)
      codes.push(describeAnswer(await kit.ask('A86', toMessageSet(request), literal)))
    return noted(codes.join(', '))
  },
  A87: async (kit) => {
    const violations: string[] = []
    const codes: string[] = []
    for (const request of reportRequests) {
      const answer = await kit.ask('A87', toMessageSet(request), literal)
      codes.push(describeAnswer(answer))
      if (answer.ok) violations.push(...answer.violations)
    }
    // A company without sales tax or stock has no such reports.
    const failed = codes.filter((code) => code !== '0' && code !== '3250').length
    return decide(
      violations.length === 0 && failed === 0,
      `${codes.length} reports, ${failed} not returned, ${violations.length} of another form`,
    )
  },
  A88: async (kit) => {
    const filter =
      '<TxnDateRangeFilter><FromTxnDate>2000-01-01</FromTxnDate><ToTxnDate>2037-12-31</ToTxnDate></TxnDateRangeFilter>'
    const answer = await kit.ask(
      'A88',
      toMessageSet(`<InvoiceQueryRq><MaxReturned>1</MaxReturned>${filter}</InvoiceQueryRq>`),
      literal,
    )
    return decide(['0', '1'].includes(describeAnswer(answer)), describeAnswer(answer))
  },
  A101: async (kit) => {
    const id = 'bridge-check-1'
    const answer = await kit.ask('A101', toMessageSet(hostQuery, { attributes: lookUp(id) }), literal)
    if (!answer.ok) return noted(answer.hresult)
    const { newMessageSetId } = answer.set
    return newMessageSetId === undefined
      ? noted('the response has no ID')
      : decide(newMessageSetId === id, newMessageSetId === id ? 'unchanged' : 'changed')
  },
} as const satisfies Partial<Record<ReadId, BeliefCheck>>

const literal = { isLiteral: true }

/** The attributes with which a message set asks for an earlier one's outcome, and runs nothing. */
export function lookUp(id: string): string {
  return `onError="stopOnError" newMessageSetID="${id}" oldMessageSetID="${id}"`
}

/** Returns five records of each kind, which are read once. */
async function readRecords(kit: Kit, row: BeliefId): Promise<readonly Element[]> {
  const records: Element[] = []
  for (const [name, content] of recordQueries) {
    const answer = await kit.askOnce(row, toMessageSet(`<${name}>${content}</${name}>`))
    if (answer.ok) records.push(...answer.set.responses.flatMap(({ elements }) => elements))
  }
  return records
}

function getLeaves(elements: readonly Element[]): readonly Element[] {
  return elements.flatMap((each) => (each.children.length === 0 ? [each] : getLeaves(each.children)))
}

function getNames(elements: readonly Element[]): readonly string[] {
  return elements.flatMap(({ name, children }) => [name, ...getNames(children)])
}

/** Returns, for each amount in home currency, its difference from the amount at the transaction's rate, to the cent. */
function getHomeAmounts(record: Element): Big[] {
  const rate = childText(record, 'ExchangeRate')
  return record.children.flatMap(({ name, text }) => {
    const foreign = name.endsWith('InHomeCurrency')
      ? childText(record, name.slice(0, -'InHomeCurrency'.length))
      : undefined
    if (rate === undefined || foreign === undefined) return []
    return [Big(text).minus(Big(foreign).times(rate)).round(2)]
  })
}

/** Returns the seconds between a record's EditSequence and the time of its change. */
function getSecondsApart(record: Element): number[] {
  const [sequence, time] = [childText(record, 'EditSequence'), childText(record, 'TimeModified')]
  if (sequence === undefined || time === undefined) return []
  return [Math.round(Date.parse(time) / 1_000) - Number(sequence)]
}
