import { childText } from '@bridge/qbxml'
import type { GuidedId } from '@bridge/truth'
import { getRecords } from './checked-books.ts'
import { type BeliefCheck, decide, describeAnswer, expectCall, noted, refuted, skipped } from './finding.ts'
import type { Kit } from './kit.ts'
import { toMessageSet } from './requests.ts'

/** Checks that follow a person's step; the step's sentence is in the row. They leave no session. */
export const guidedChecks: Readonly<Record<GuidedId, BeliefCheck>> = {
  A16: async (kit) => {
    const begun = await kit.begin()
    await kit.end()
    return decide(begun.dialogs.length > 0, expectCall(begun, 'ok').found)
  },
  A18: (kit) => probe(kit, kit.findPath(), '0x8004040A'),
  A19: (kit) => probe(kit, undefined, '0x80040416'),
  A20: (kit) => probe(kit, undefined, '0x80040416', '0x80040417'),
  A21: (kit) => probe(kit, undefined, '0x80040417'),
  A25: (kit) => probe(kit, kit.findPath(), '0x80040414'),
  A26: async (kit) => {
    const opened = await kit.begin(kit.findPath())
    if (!opened.result.ok) return expectCall(opened, 'ok')
    if (!(await kit.confirm('Now open Edit > Preferences again, and leave that window open.')))
      return skipped('skipped by the person at the PC')
    const name = `Bridge check ${kit.startedAt.getTime().toString(36)} dialog`
    const add = `<CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`
    const sent = kit.writes ? add : '<HostQueryRq/>'
    const code = describeAnswer(await kit.ask('A26', toMessageSet(sent), { isLiteral: true }))
    await kit.end()
    await kit.confirm('Close the Preferences window.')
    // Only a write shows whether anything ran.
    const isAdded = kit.writes ? await removeCustomer(kit, name) : undefined
    if (code !== '0x80040414') return refuted(code)
    return isAdded === undefined
      ? noted(code)
      : decide(!isAdded, `${code}, the customer was ${isAdded ? '' : 'not '}added`)
  },
  A27: async (kit) => {
    const dialog = (await kit.look())?.dialog
    return dialog === undefined ? noted('no dialog is seen') : noted(`a dialog of the class ${dialog.className}`)
  },
  A37: async (kit) => {
    const seen = (await kit.look())?.dialog
    const begun = await kit.begin(kit.findPath())
    await kit.end()
    return noted(`${seen === undefined ? 'no dialog is seen' : 'a dialog is seen'}, ${expectCall(begun, 'ok').found}`)
  },
  A50: async (kit) => {
    const dialog = (await kit.look())?.dialog
    return decide(dialog !== undefined, dialog === undefined ? 'no dialog is seen' : 'a dialog is seen')
  },
  A28: (kit) => probe(kit, kit.findPath(), 'ok'),
  A34: (kit) => probe(kit, undefined, '0x80040408', '0x80070005'),
}

/** Deletes a check's customer. Returns whether there was one. */
async function removeCustomer(kit: Kit, name: string): Promise<boolean> {
  const query = `<CustomerQueryRq><FullName>${name}</FullName></CustomerQueryRq>`
  const [found] = getRecords(await kit.ask('A26', toMessageSet(query)))
  if (found !== undefined) {
    const id = `<ListID>${childText(found, 'ListID')}</ListID>`
    await kit.ask('A26', toMessageSet(`<ListDelRq><ListDelType>Customer</ListDelType>${id}</ListDelRq>`))
  }
  await kit.end()
  return found !== undefined
}

async function probe(kit: Kit, path: string | undefined, ...expected: readonly string[]) {
  const begun = await kit.begin(path)
  await kit.end()
  return expectCall(begun, ...expected)
}
