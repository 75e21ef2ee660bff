import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientLibraries } from './client-libraries.ts'
import type { Entity } from './library/client.ts'
import { programLibraries } from './programs/programs.ts'
import { recordedLibraries } from './recordings/recordings.ts'
import { type RealmKind, runService, type Service } from './service/run-service.ts'
import { allRecords, type ExtractedTable, extractedTables, extractFromZero, extractInBatches } from './walk/extract.ts'
import { prepareScene, saleDraft } from './walk/scene.ts'
import { promised, shown } from './walk/verdict.ts'
import { walk } from './walk/walk.ts'

const libraries = [
  ...clientLibraries.map((library) => ({ library, isSkipped: false, title: library.name })),
  ...recordedLibraries.map((library) => ({ library, isSkipped: false, title: `the requests of ${library.name}` })),
  ...programLibraries.map((library) => {
    const isSkipped = !library.isInstalled()
    return { library, isSkipped, title: isSkipped ? `${library.name} (needs ${library.needs})` : library.name }
  }),
]

/** Tries every client library on these realm kinds. */
export function describeLibraries(kinds: readonly RealmKind[]): void {
  let service: Service

  beforeAll(async () => {
    service = await runService()
  })
  afterAll(() => service.close())

  describe.each(kinds)('on a %s realm', (kind) => {
    for (const { library, isSkipped, title } of libraries) {
      it.skipIf(isSkipped)(`runs ${title} within its limits [dp-1.1]`, async () => {
        const realmId = service.realmIds[kind]
        const tag = library.name.slice(0, 18)
        await service.configureApp(library.app ?? {})
        const outcomes = await walk(library.connect(service.integration(realmId), tag), service.books(realmId), tag)
        expect(shown(outcomes, library)).toEqual(promised(library))
      })
    }
    describe('copies every record once', () => {
      // A sandbox's sample company has several pages of invoices; the other company file gets them here.
      const size = kind === 'sandbox' ? 100 : 10
      const getBooks = () => service.books(service.realmIds[kind])
      const toIds = (records: readonly Entity[]) => records.map(({ Id }) => Id).sort()

      beforeAll(async () => {
        if (kind === 'sandbox') return
        const { books, customer, item } = await prepareScene(getBooks(), 'extracted')
        for (let count = 0; count <= size; count += 1) await books.create('Invoice', saleDraft(customer, item))
      })

      it("with the batches of Singer's tap [dp-4.4.1]", async () => {
        const found = await extractInBatches(getBooks(), size)
        for (const [table, records] of found)
          expect(toIds(records), table).toEqual(toIds(await getBooks().query(table, allRecords(table))))
        expect(found.get('Invoice')?.length).toBeGreaterThan(size)
      })

      it("with the pages of hotglue's tap, whose first is at position 0 [dp-1.1]", async () => {
        for (const table of Object.keys(extractedTables) as ExtractedTable[]) {
          const records = await extractFromZero(getBooks(), table, size)
          expect(toIds(records), table).toEqual(toIds(await getBooks().query(table, 'maxresults 1000')))
        }
      })
    })
  })
}
