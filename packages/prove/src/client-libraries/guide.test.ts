import { expect, it } from 'vitest'
import { clientLibraries, librariesInEuros } from './client-libraries.ts'
import { renderGuide } from './guide/render-guide.ts'
import { programLibraries } from './programs/programs.ts'
import { recordedInEuros, recordedLibraries } from './recordings/recordings.ts'

// `npm run test:unit -w packages/prove -- src/client-libraries/guide.test.ts -u` writes the guide.
it('documents exactly the limits that the tests of the libraries show', async () => {
  const guide = renderGuide({
    run: [...clientLibraries, ...programLibraries],
    recorded: recordedLibraries,
    inEuros: [...librariesInEuros, ...recordedInEuros],
  })
  await expect(guide).toMatchFileSnapshot('../../../../docs/guides/client-libraries.md')
})
