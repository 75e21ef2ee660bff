import { childrenByName, childText, type Element } from '@bridge/qbxml'
import type { WriteId } from '@bridge/truth'
import { getRecords } from './checked-books.ts'
import { creditChecks } from './credit-checks.ts'
import { type BeliefCheck, decide, describeAnswer, noted, proved, refuted, skipped } from './finding.ts'
import type { Answer, Kit } from './kit.ts'
import { lookUp } from './record-checks.ts'
import { toMessageSet } from './requests.ts'
import { saleChecks } from './sale-checks.ts'

/** How many message sets a check sends to see whether QuickBooks still has the outcome of the first. */
const messageSets = 200
const goOn = { attributes: 'onError="continueOnError"' }

/** Checks that write in Intuit's sample company. Each deletes what it has added. */
export const writeChecks: Readonly<Record<WriteId, BeliefCheck>> = {
  ...creditChecks,
  ...saleChecks,
  A53: async (kit) => {
    const known = 'é ü ß – “” €'
    const others = '日 😀 Ł'
    const added = await kit.ask(
      'A53',
      toMessageSet(addCustomer(uniqueName(kit), `<Notes>${known} | ${others}</Notes>`)),
    )
    const [customer] = getRecords(added)
    const id = customer && childText(customer, 'ListID')
    const query = `<CustomerQueryRq><ListID>${id}</ListID></CustomerQueryRq>`
    const [read] = getRecords(await kit.ask('A53', toMessageSet(query)))
    await remove(kit, added)
    const notes = read && childText(read, 'Notes')
    if (notes === undefined) return noted(describeAnswer(added))
    const [kept, rest = ''] = notes.split(' | ')
    const change = rest === others ? 'unchanged' : rest.includes('?') ? 'replaced' : 'changed'
    return decide(kept === known, `letters of Windows ${kept === known ? 'unchanged' : 'changed'}, others ${change}`)
  },
  A61: async (kit) => {
    const [name, other] = [uniqueName(kit), uniqueName(kit)]
    const answer = await kit.ask('A61', toMessageSet(addCustomer(name) + addCustomer(name) + addCustomer(other), goOn))
    await remove(kit, answer)
    return decide(describeAnswer(answer) === '0, 3100, 0', describeAnswer(answer))
  },
  A62: async (kit) => {
    const id = uniqueId(kit)
    const set = toMessageSet(addCustomer(uniqueName(kit)), {
      attributes: `onError="stopOnError" newMessageSetID="${id}"`,
    })
    const first = await kit.ask('A62', set)
    const again = await kit.ask('A62', set)
    const recorded = await kit.ask('A62', toMessageSet(addCustomer('-'), { attributes: lookUp(id) }))
    await remove(kit, first)
    const codes = [first, again, recorded].map(describeAnswer)
    const isUnchanged = first.ok && first.set.newMessageSetId === id
    return decide(
      isUnchanged && codes.every((code) => code === 'set 0, 0'),
      `${codes.join('; ')}, ID ${isUnchanged ? 'unchanged' : 'changed'}`,
    )
  },
  A63: async (kit) => {
    const id = uniqueId(kit)
    const first = await kit.ask(
      'A63',
      toMessageSet(addCustomer(uniqueName(kit)), { attributes: `onError="stopOnError" newMessageSetID="${id}"` }),
    )
    await kit.end()
    const recorded = await kit.ask('A63', toMessageSet(addCustomer('-'), { attributes: lookUp(id) }))
    const isRestarted = await kit.confirm('Close QuickBooks, and open the sample company again.')
    await kit.end()
    const later = await kit.ask('A63', toMessageSet(addCustomer('-'), { attributes: lookUp(id) }))
    await remove(kit, first)
    const codes = [recorded, later].map(describeAnswer)
    const found = `in the next session ${codes[0]}, ${isRestarted ? 'after a restart' : 'without a restart'} ${codes[1]}`
    if (codes.some((code) => code !== 'set 0, 0')) return refuted(found)
    // Only a restart proves the belief.
    return isRestarted ? proved(found) : noted(found)
  },
  A64: async (kit) => {
    const added = await kit.ask('A64', toMessageSet(addCustomer(uniqueName(kit))))
    const [customer] = getRecords(added)
    if (customer === undefined) return noted(describeAnswer(added))
    const listId = childText(customer, 'ListID')
    let sequence = childText(customer, 'EditSequence')
    const change = (id: string) =>
      toMessageSet(
        `<CustomerModRq><CustomerMod><ListID>${listId}</ListID><EditSequence>${sequence}</EditSequence><Notes>${id}</Notes></CustomerMod></CustomerModRq>`,
        { attributes: `onError="stopOnError" newMessageSetID="${id}"` },
      )
    const ids = Array.from({ length: messageSets }, () => uniqueId(kit))
    for (const id of ids) {
      const [changed] = getRecords(await kit.ask('A64', change(id), { isKept: id === ids[0] }))
      sequence = (changed && childText(changed, 'EditSequence')) ?? sequence
    }
    const [first = ''] = ids
    const recorded = await kit.ask('A64', toMessageSet(addCustomer('-'), { attributes: lookUp(first) }))
    await remove(kit, added)
    return noted(`after ${messageSets} requests, the first one returned ${describeAnswer(recorded)}`)
  },
  A73: async (kit) => {
    const invoice = await addInvoice(kit, 'A73', line(1, '10.00'))
    if (invoice === undefined) return skipped('no customer or item for an invoice')
    const id = childText(invoice, 'TxnID') ?? ''
    await kit.ask('A73', toMessageSet(`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`))
    const answer = await kit.ask('A73', toMessageSet(`<InvoiceQueryRq><TxnID>${id}</TxnID></InvoiceQueryRq>`))
    await removeInvoice(kit, id)
    const [voided] = getRecords(answer)
    const [amount, memo] = ['Subtotal', 'Memo'].map((name) => voided && childText(voided, name))
    return decide(
      amount === '0.00' && memo?.startsWith('VOID:') === true,
      `Subtotal ${amount}, memo ${memo?.startsWith('VOID:') ? 'VOID:' : 'other'}`,
    )
  },
  A75: async (kit) => {
    const invoice = await addInvoice(kit, 'A75', line(1, '10.00') + line(2, '20.00'))
    if (invoice === undefined) return skipped('no customer or item for an invoice')
    const [id, sequence] = [childText(invoice, 'TxnID') ?? '', childText(invoice, 'EditSequence')]
    const [kept] = childrenByName(invoice, 'InvoiceLineRet')
    const lines = `<InvoiceLineMod><TxnLineID>${kept && childText(kept, 'TxnLineID')}</TxnLineID></InvoiceLineMod><InvoiceLineMod><TxnLineID>-1</TxnLineID>${items.get(kit)}<Desc>Bridge Service check</Desc></InvoiceLineMod>`
    const answer = await kit.ask(
      'A75',
      toMessageSet(
        `<InvoiceModRq><InvoiceMod><TxnID>${id}</TxnID><EditSequence>${sequence}</EditSequence>${lines}</InvoiceMod></InvoiceModRq>`,
      ),
    )
    await removeInvoice(kit, id)
    const found = getRecords(answer).flatMap((record) => childrenByName(record, 'InvoiceLineRet'))
    const isKept =
      found[0] !== undefined && kept !== undefined && childText(found[0], 'TxnLineID') === childText(kept, 'TxnLineID')
    return decide(
      found.length === 2 && isKept,
      `${describeAnswer(answer)}, ${found.length} lines, ${isKept ? 'the first one kept' : 'another first one'}`,
    )
  },
  A77: async (kit) => {
    const codes: string[] = []
    for (const number of ['BRIDGE-0001', 'BRIDGE-0001', 'BRIDGE-00012']) {
      const answer = await askInvoice(kit, 'A77', `<RefNumber>${number}</RefNumber>`, line(1, '10.00'))
      if (answer === undefined) return skipped('no customer or item for an invoice')
      codes.push(describeAnswer(answer))
      await remove(kit, answer)
    }
    return decide(codes.join() === '0,0,3070', codes.join(', '))
  },
  A79: async (kit) => {
    const amounts: string[] = []
    for (const [quantity, rate] of [
      ['1.33333', '2.55555'],
      ['3', '0.33333'],
      ['0.5', '0.01'],
      ['1.5', '0.33'],
    ] as const) {
      const invoice = await addInvoice(
        kit,
        'A79',
        `<InvoiceLineAdd>%item<Quantity>${quantity}</Quantity><Rate>${rate}</Rate></InvoiceLineAdd>`,
      )
      if (invoice === undefined) return skipped('no customer or item for an invoice')
      const [added] = childrenByName(invoice, 'InvoiceLineRet')
      amounts.push((added && childText(added, 'Amount')) ?? 'none')
      await removeInvoice(kit, childText(invoice, 'TxnID') ?? '')
    }
    return decide(amounts.join() === '3.41,1.00,0.01,0.50', amounts.join(', '))
  },
}

const items = new WeakMap<Kit, string>()
const counts = new WeakMap<Kit, number>()

function uniqueId(kit: Kit): string {
  const count = (counts.get(kit) ?? 0) + 1
  counts.set(kit, count)
  return `bridge-${kit.startedAt.getTime().toString(36)}-${count}`
}

function uniqueName(kit: Kit): string {
  return `Bridge Service check ${uniqueId(kit)}`
}

function addCustomer(name: string, more = ''): string {
  return `<CustomerAddRq><CustomerAdd><Name>${name}</Name>${more}</CustomerAdd></CustomerAddRq>`
}

function line(quantity: number, rate: string): string {
  return `<InvoiceLineAdd>%item<Quantity>${quantity}</Quantity><Rate>${rate}</Rate></InvoiceLineAdd>`
}

/** Adds an invoice for the first customer, with the first service item. Undefined without one of them. */
async function askInvoice(kit: Kit, row: WriteId, header: string, lines: string): Promise<Answer | undefined> {
  const customers = await kit.askOnce(
    row,
    toMessageSet('<CustomerQueryRq><MaxReturned>1</MaxReturned></CustomerQueryRq>'),
  )
  const services = await kit.askOnce(
    row,
    toMessageSet('<ItemServiceQueryRq><MaxReturned>1</MaxReturned></ItemServiceQueryRq>'),
  )
  const [customer, item] = [customers, services].map((answer) => getRecords(answer)[0])
  if (customer === undefined || item === undefined) return undefined
  const itemRef = `<ItemRef><ListID>${childText(item, 'ListID')}</ListID></ItemRef>`
  items.set(kit, itemRef)
  const content = `<CustomerRef><ListID>${childText(customer, 'ListID')}</ListID></CustomerRef>${header}${lines.replaceAll('%item', itemRef)}`
  return kit.ask(row, toMessageSet(`<InvoiceAddRq><InvoiceAdd>${content}</InvoiceAdd></InvoiceAddRq>`))
}

async function addInvoice(kit: Kit, row: WriteId, lines: string): Promise<Element | undefined> {
  const answer = await askInvoice(kit, row, '', lines)
  return answer && getRecords(answer)[0]
}

function removeInvoice(kit: Kit, id: string): Promise<Answer> {
  return kit.ask('A74', toMessageSet(`<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${id}</TxnID></TxnDelRq>`))
}

/** Deletes the customers and invoices that a request has added. */
async function remove(kit: Kit, answer: Answer): Promise<void> {
  for (const record of getRecords(answer)) {
    if (record.name === 'InvoiceRet') await removeInvoice(kit, childText(record, 'TxnID') ?? '')
    else if (record.name === 'CustomerRet')
      await kit.ask(
        'A71',
        toMessageSet(
          `<ListDelRq><ListDelType>Customer</ListDelType><ListID>${childText(record, 'ListID')}</ListID></ListDelRq>`,
        ),
      )
  }
}
