import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientLibraries } from './client-libraries.ts'
import { programLibraries } from './programs/programs.ts'
import { recordedLibraries } from './recordings/recordings.ts'
import { realmKinds, runService, type Service } from './service/run-service.ts'
import { promised, shown } from './walk/verdict.ts'
import { walk } from './walk/walk.ts'

let service: Service

beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.close())

const libraries = [
  ...clientLibraries.map((library) => ({ library, isSkipped: false, title: library.name })),
  ...recordedLibraries.map((library) => ({ library, isSkipped: false, title: `the requests of ${library.name}` })),
  ...programLibraries.map((library) => {
    const isSkipped = !library.isInstalled()
    return { library, isSkipped, title: isSkipped ? `${library.name} (needs ${library.needs})` : library.name }
  }),
]

describe.each(realmKinds)('on a %s realm', (kind) => {
  for (const { library, isSkipped, title } of libraries) {
    it.skipIf(isSkipped)(`runs ${title} within its limits [dp-1.1]`, async () => {
      const realmId = service.realmIds[kind]
      const tag = library.name.slice(0, 18)
      const outcomes = await walk(library.connect(service.integration(realmId), tag), service.books(realmId), tag)
      expect(shown(outcomes, library)).toEqual(promised(library))
    })
  }
})
