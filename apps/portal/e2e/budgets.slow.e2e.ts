import { fillOrganization } from '../test/filled-organization.ts'
import { type LoadedScripts, measureScripts } from '../test/loaded-scripts.ts'
import { findLayoutShifts, recordLayoutShifts } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { documentationRoutes, linkRoutes, listOtherPages, organizationRoutes, publicRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()
const maxPublicKilobytes = 240
const maxSignedInKilobytes = 300
const maxDocumentBytes = 250_000

test('the HTML of every public page is within its budget', async ({ request }) => {
  const sitemap = await (await request.get(`${baseUrl}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  expect(paths.length).toBeGreaterThan(200)
  const measured: { readonly path: string; readonly bytes: number }[] = []
  for (const path of paths) {
    const html = await (await request.get(baseUrl + path, { headers: { 'accept-encoding': 'identity' } })).body()
    measured.push({ path, bytes: html.length })
  }
  for (const { path, bytes } of measured.toSorted((left, right) => right.bytes - left.bytes).slice(0, 10))
    process.stdout.write(`${String(Math.round(bytes / 1_000)).padStart(5)} kB of 250  ${path}\n`)
  expect(measured.filter(({ bytes }) => bytes > maxDocumentBytes)).toEqual([])
})

test('the JavaScript of every page is within its budget, with what it loads later, and nothing moves', async ({
  page,
}) => {
  test.slow()
  await recordLayoutShifts(page)
  const measured: ({ readonly max: number } & LoadedScripts)[] = []
  const shifts: string[] = []
  const measure = async (path: string, max: number) => {
    measured.push({ ...(await measureScripts(page, baseUrl, path)), max })
    shifts.push(...(await findLayoutShifts(page)).map((shift) => `${path} ${shift}`))
  }
  for (const path of [...publicRoutes, ...linkRoutes, ...documentationRoutes]) {
    await measure(path, maxPublicKilobytes)
  }
  // After the public pages: a signed-in user is sent from the landing page and the sign-in to the organization.
  await signIn(page, testEmail('budgets'))
  const filled = await fillOrganization(page)
  const addresses = organizationRoutes.map((route) => filled.path + route)
  for (const address of [...addresses, ...Object.values(listOtherPages(filled))]) {
    // The person at the PC has no account.
    await measure(address, address === filled.setUpPath ? maxPublicKilobytes : maxSignedInKilobytes)
  }
  for (const { path, kilobytes, scripts, max } of measured) {
    process.stdout.write(
      `${String(kilobytes).padStart(5)} kB of ${max}  ${String(scripts).padStart(3)} scripts  ${path}\n`,
    )
  }
  expect(measured.filter(({ kilobytes, max }) => kilobytes > max)).toEqual([])
  expect(shifts).toEqual([])
})
