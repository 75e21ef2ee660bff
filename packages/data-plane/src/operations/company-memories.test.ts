import { requireRealmId } from '@bridge/agent-protocol'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { branch, leaf, serializeMessageSet } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openCompanyFile } from './company-file.ts'
import { createCompanyMemories } from './company-memories.ts'
import { query } from './query.ts'

const realmId = requireRealmId('9000000000000001')
const otherRealmId = requireRealmId('9000000000000002')
const vendors = 600

/** Opens the sample company with many vendors, as calls at different times see it. */
async function setup() {
  let time = Date.parse('2026-03-16T10:00:00Z')
  const clock = () => new Date(time)
  const company = openCompany({ storage: memoryStorage(), clock, random: () => 0.5, template: 'sample' })
  const add = (name: string) => branch('VendorAddRq', [branch('VendorAdd', [leaf('Name', name)])])
  const requests = Array.from({ length: vendors }, (_, index) => add(`Vendor ${index}`))
  await company.exchange(serializeMessageSet({ requests, onError: 'stopOnError' }))
  const memories = createCompanyMemories()
  let response = ''
  return {
    addVendor: (name: string) =>
      company.exchange(serializeMessageSet({ requests: [add(name)], onError: 'stopOnError' })),
    advance: (minutes: number) => {
      time += minutes * 60_000
    },
    /** Reads all purchases, and counts the names in the response. */
    async readPurchases() {
      const file = openCompanyFile({
        realmId,
        now: clock(),
        memory: memories.of(realmId),
        desktop: {
          exchange: async (_realmId, text) => {
            const outcome = await company.exchange(text)
            if (!outcome.sent || outcome.lost) throw new Error(JSON.stringify(outcome))
            response = outcome.response
            return outcome
          },
        },
      })
      const { body } = await query(file, { text: 'SELECT * FROM Purchase' })
      return { body, names: response.split(/<(?:Vendor|Employee|OtherName)Ret>/).length - 1 }
    },
  }
}

describe('a company file’s memory', () => {
  it('reads a large file’s names once in 10 minutes [dp-1.2]', async () => {
    const { readPurchases, advance, addVendor } = await setup()
    advance(180)
    const first = await readPurchases()
    expect(first.names).toBeGreaterThan(vendors)
    advance(5)
    const second = await readPurchases()
    expect(second).toEqual({ body: first.body, names: 0 })
    await addVendor('New')
    expect((await readPurchases()).names).toBe(1)
    advance(5)
    expect((await readPurchases()).names).toBe(first.names + 1)
  })

  it('keeps lists by realm, up to a size limit', () => {
    const names = { entries: new Map([['1-1', 'Vendor']]), readAt: 0, checkedAt: 0 }
    const memories = createCompanyMemories(400)
    memories.of(realmId).set('names', names)
    expect(memories.of(realmId).get('names')).toBe(names)
    expect(memories.of(otherRealmId).get('names')).toBeUndefined()
    memories.of(otherRealmId).set('names', names)
    expect(memories.of(realmId).get('names')).toBeUndefined()
  })
})
