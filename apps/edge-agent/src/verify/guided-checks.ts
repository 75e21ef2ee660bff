import type { GuidedId } from '@bridge/truth'
import { type BeliefCheck, decide, describeAnswer, expectCall, noted, skipped } from './finding.ts'
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
    const code = describeAnswer(await kit.ask('A26', toMessageSet('<HostQueryRq/>'), { isLiteral: true }))
    await kit.end()
    return decide(code === '0x80040414', code)
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

async function probe(kit: Parameters<BeliefCheck>[0], path: string | undefined, ...expected: readonly string[]) {
  const begun = await kit.begin(path)
  await kit.end()
  return expectCall(begun, ...expected)
}
