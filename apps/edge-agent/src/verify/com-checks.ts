import { formatHresult } from '@bridge/agent-protocol'
import type { ReadId } from '@bridge/truth'
import { isSamePath } from '../quickbooks/company-files.ts'
import { type BeliefCheck, type BeliefFinding, decide, expectCall, noted, proved, refuted, skipped } from './finding.ts'
import type { Kit } from './kit.ts'

const sessions = 10
const log = 'C:\\ProgramData\\Intuit\\QuickBooks\\qbsdklog.txt'

/** Checks of permissions, sessions and COM, which need no person. */
export const comChecks = {
  A04: async (kit) => {
    if (!(await hasClass(kit, 64)) || !(await hasClass(kit, 32))) return skipped('one of the two classes is missing')
    const results = [await kit.begin(undefined, 64), await kit.begin(undefined, 32)]
    await kit.end()
    const dialogs = results.flatMap((each) => each.dialogs)
    return decide(results.every(({ result }) => result.ok) && dialogs.length === 0, `${dialogs.length} dialogs`)
  },
  A05: async (kit) => {
    let [dialogs, failures] = [0, 0]
    for (let count = 0; count < sessions; count++) {
      const begun = await kit.begin()
      dialogs += begun.dialogs.length
      if (!begun.result.ok) failures++
    }
    await kit.end()
    return decide(dialogs === 0 && failures === 0, `${sessions} sessions, ${dialogs} dialogs, ${failures} failures`)
  },
  A17: async (kit) => {
    await kit.requireSession()
    const path = kit.findPath()
    const begun = await kit.begin(path)
    const isSame = path !== undefined && isSamePath((await kit.getPath()) ?? '', path)
    await kit.end()
    return begun.result.ok ? decide(isSame, 'a session, with the same file') : expectCall(begun, 'ok')
  },
  A22: async (kit) => {
    await kit.requireSession()
    const begun = await kit.begin(kit.findPath()?.replaceAll('\\', '/'))
    await kit.end()
    return expectCall(begun, '0x80040408')
  },
  A24: async (kit) => {
    await kit.requireSession()
    const path = kit.findPath() ?? ''
    if (/[?\uFFFD]/.test(path)) return refuted('the path has replacement characters')
    if (/^[ -~]*$/.test(path)) return noted('the path has only ASCII letters')
    return (await kit.fileExists(path))
      ? proved('other letters than ASCII, and the file exists')
      : noted('other letters than ASCII; this user cannot see the file')
  },
  A41: (kit) => checkClass(kit, 64),
  A42: (kit) => checkClass(kit, 32),
  A44: async (kit) => {
    await kit.requireSession()
    return proved('the preferences were set before the connection, which opened')
  },
  A45: async (kit) => {
    const { result } = await (await kit.requireSession()).readPreference('GetIsReadOnly')
    if (!result.ok) return noted(formatHresult(result.hresult))
    return decide(/^(0|false)$/i.test(result.text), /^[\w-]{1,10}$/.test(result.text) ? result.text : 'another value')
  },
  A47: async (kit) => {
    const { result } = await (await kit.requireSession()).call('QBXMLVersionsForSession')
    if (!result.ok) return refuted(formatHresult(result.hresult))
    const versions = result.text.split(/\r?\n/).filter((each) => /^[A-Z]{0,2}\d{1,3}\.\d{1,3}$/.test(each))
    return decide(versions.includes('13.0'), versions.join(' '))
  },
  A56: async (kit) => {
    const texts = kit.errorTexts.filter((text) => text.trim() !== '')
    if (texts.length === 0) return skipped('no call failed with a text')
    const english = texts.filter((text) => /\b(?:the|is|not|could|cannot|an?)\b/i.test(text))
    return decide(english.length === texts.length, `${english.length} of ${texts.length} texts are English`)
  },
  A57: async (kit) => decide(await kit.fileExists(log), log),
} as const satisfies Partial<Record<ReadId, BeliefCheck>>

async function hasClass(kit: Kit, bits: 32 | 64): Promise<boolean> {
  const created = await kit.host(bits).request('new')
  await kit.host(bits).request('drop')
  return created.ok
}

async function checkClass(kit: Kit, bits: 32 | 64): Promise<BeliefFinding> {
  // A session of this host would lose its object.
  await kit.end()
  const created = await kit.host(bits).request('new')
  await kit.host(bits).request('drop')
  return created.ok
    ? proved(`the ${bits}-bit class exists`)
    : noted(`no ${bits}-bit class: ${formatHresult(created.hresult)}`)
}
