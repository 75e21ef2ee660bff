import { describe, expect, it } from 'vitest'
import { openCompany } from '../src/company/company.ts'
import type { CompanyStorage, Document } from '../src/storage/company-storage.ts'
import { sendXml, testStart } from './company.fixture.ts'

/** The storage under test, empty at first. */
export interface StorageUnderTest {
  readonly storage: CompanyStorage
  /** Opens the same company file as another process would; absent for a storage ending with its process. */
  readonly reopen?: () => Promise<CompanyStorage>
  close?(): Promise<void>
}

function note(id: string, text: string | null): Document {
  return { kind: 'Note', id, value: text }
}
function store(storage: CompanyStorage, ...changes: Document[]) {
  return storage.exclusive(undefined, () => ({ changes, result: 'stored' }))
}
function look(storage: CompanyStorage, since?: number) {
  return storage.exclusive(since, (delta) => ({ changes: [], result: delta }))
}
function byId(documents: readonly Document[]) {
  return [...documents].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Declares the tests every `CompanyStorage` must pass. `make` creates an empty one each time. */
export function describeStorage(name: string, make: () => Promise<StorageUnderTest>): void {
  const withStorage = (run: (made: StorageUnderTest) => Promise<void>) => async () => {
    const made = await make()
    try {
      await run(made)
    } finally {
      await made.close?.()
    }
  }

  describe(`${name} as company storage`, () => {
    it(
      'begins empty at version 0',
      withStorage(async ({ storage }) => {
        expect((await look(storage)).result).toEqual({ version: 0, complete: true, documents: [] })
      }),
    )

    it(
      'raises the version by one for all changes of a transaction',
      withStorage(async ({ storage }) => {
        expect(await store(storage, note('a', 'one'), note('b', 'two'))).toEqual({ version: 1, result: 'stored' })
        expect(await store(storage, note('a', 'three'))).toEqual({ version: 2, result: 'stored' })
      }),
    )

    it(
      'keeps its version when nothing changes',
      withStorage(async ({ storage }) => {
        await store(storage, note('a', 'one'))
        expect((await store(storage)).version).toBe(1)
      }),
    )

    it(
      'returns only the changes since a version, removals included',
      withStorage(async ({ storage }) => {
        await store(storage, note('a', 'one'), note('b', 'two'))
        await store(storage, note('a', null), note('c', 'three'))
        const { result } = await look(storage, 1)
        expect(result).toMatchObject({ version: 2, complete: false })
        expect(byId(result.documents)).toEqual([note('a', null), note('c', 'three')])
        expect((await look(storage, 2)).result.documents).toEqual([])
      }),
    )

    it(
      'returns everything but removed documents without a version',
      withStorage(async ({ storage }) => {
        await store(storage, note('a', 'one'), note('b', 'two'))
        await store(storage, note('a', null))
        const { result } = await look(storage)
        expect(result).toEqual({ version: 2, complete: true, documents: [note('b', 'two')] })
      }),
    )

    it(
      'stores nothing when the work throws',
      withStorage(async ({ storage }) => {
        await store(storage, note('a', 'one'))
        const failing = storage.exclusive(undefined, () => {
          throw new Error('no')
        })
        await expect(failing).rejects.toThrow('no')
        expect((await look(storage)).result).toMatchObject({ version: 1, documents: [note('a', 'one')] })
      }),
    )

    it(
      'serializes access to the file',
      withStorage(async ({ storage }) => {
        const count = () =>
          storage.exclusive(undefined, ({ documents }) => {
            const value = Number(documents[0]?.value ?? 0) + 1
            return { changes: [{ kind: 'Count', id: 'all', value }], result: value }
          })
        const counted = await Promise.all(Array.from({ length: 20 }, count))
        expect(counted.map(({ result }) => result).sort((a, b) => a - b)).toEqual(
          Array.from({ length: 20 }, (_, index) => index + 1),
        )
      }),
    )

    it(
      'returns every text unchanged',
      withStorage(async ({ storage }) => {
        const text = '"quoted" \\ back\nline\ttab \u2028 é 😀 <&>'
        await store(storage, note('text', text))
        expect((await look(storage)).result.documents).toEqual([note('text', text)])
      }),
    )

    it(
      'keeps a company file for the next connection',
      withStorage(async ({ storage, reopen }) => {
        const options = { clock: () => testStart, random: () => 0.5 }
        const company = openCompany({ ...options, storage })
        await sendXml(company, '<CustomerAddRq><CustomerAdd><Name>Kept</Name></CustomerAdd></CustomerAddRq>')
        const again = openCompany({ ...options, storage: (await reopen?.()) ?? storage })
        const response = await sendXml(again, '<CustomerQueryRq><FullName>kept</FullName></CustomerQueryRq>')
        expect(response).toMatchObject({ statusCode: 0, elements: [{ name: 'CustomerRet' }] })
      }),
    )
  })
}
