import path from 'node:path'
import { startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { fillOrganizations } from '@bridge/server/testing/large-organization'
import { waitForData } from '../test/page-harness.ts'
import { dataFolder, quickstart } from '../test/quickstart.ts'
import { organizationRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()
const idPrefix = '7'
const maxBytes = 300_000
/** What a server needs for a page, where nothing else runs. Printed only: the tests share their machine. */
const wantedMs = 300

/** Fills the signed-in user's organization, and returns its ID. */
async function fill(page: Page, size: { files: number; logged: number }): Promise<string> {
  const { orgs } = await (await page.request.get(`${baseUrl}/admin/v1/orgs`)).json()
  const orgId: string = orgs[0].id
  // PostgreSQL is running already. This only returns its URL.
  const { url } = await startEmbeddedPostgres({ folder: path.join(dataFolder(), 'postgres') })
  await fillOrganizations(url, [{ orgId, idPrefix, now: new Date(), apps: 10, ...size }])
  return orgId
}

/** Opens a page, and returns the bytes of its document and of what it reads then, and the document's time. */
async function measure(page: Page, address: string) {
  const startedAt = performance.now()
  const document = await (await page.request.get(address)).body()
  const ms = performance.now() - startedAt
  await page.goto(address)
  await waitForData(page)
  const read = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/trpc/'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  )
  return { bytes: document.length + read, ms }
}

test('pages load what they show, in an organization with many company files and a long log', async ({
  page,
  runsEverything,
}) => {
  test.setTimeout(1_200_000)
  page.setDefaultNavigationTimeout(120_000)
  const size = runsEverything ? { files: 50_000, logged: 1_000_000 } : { files: 2_000, logged: 20_000 }
  await signIn(page, testEmail('large'))
  const organization = new URL(page.url()).pathname
  const orgId = await fill(page, size)
  const { requests } = await (await page.request.get(`${baseUrl}/admin/v1/requests?orgId=${orgId}&limit=1`)).json()
  const details = [
    `/company-files/${idPrefix}${'1'.padStart(15, '0')}`,
    '/company-files?state=never_connected',
    '/company-files?q=Client',
    `/apps/svcc_${idPrefix}-1`,
    `/requests/${requests[0].id}`,
    '/requests?status=failed',
  ]
  const measured: { readonly route: string; readonly bytes: number }[] = []
  for (const route of [...organizationRoutes, ...details]) {
    const { bytes, ms } = await measure(page, `${baseUrl}${organization}${route}`)
    measured.push({ route, bytes })
    const kilobytes = String(Math.round(bytes / 1_000)).padStart(5)
    process.stdout.write(
      `${kilobytes} kB of ${maxBytes / 1_000}  ${Math.round(ms)} ms of ${wantedMs}  ${route || 'Home'}\n`,
    )
  }
  expect(measured.filter(({ bytes }) => bytes > maxBytes)).toEqual([])
})
