import path from 'node:path'
import { connectDatabase } from '@bridge/database'
import { startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { fillOrganization } from '../test/filled-organization.ts'
import { findViolations, waitForData } from '../test/page-harness.ts'
import { dataFolder, quickstart } from '../test/quickstart.ts'
import { organizationRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Names as they were stored before hidden characters were rejected: each turns around what follows it. */
const turning = '\u202E'
const hebrew = 'שלום'

/** Gives everything of an organization a name that turns the text around it, as if stored long ago. */
async function turnNames(slug: string, email: string): Promise<void> {
  // PostgreSQL is running already. This only returns its URL.
  const { url } = await startEmbeddedPostgres({ folder: path.join(dataFolder(), 'postgres') })
  const database = connectDatabase(url, { maxConnections: 1 })
  try {
    const org = { slug }
    const rename = (what: string) => ({ name: `${hebrew} ${what}${turning}` })
    const label = (what: string) => ({ label: `${hebrew} ${what}${turning}` })
    await database.organization.updateMany({ where: org, data: rename('organization') })
    await database.realm.updateMany({ where: { org }, data: rename('file') })
    await database.oAuthClient.updateMany({ where: { org }, data: rename('app') })
    await database.apiKey.updateMany({ where: { org }, data: rename('key') })
    await database.agentToken.updateMany({ where: { realm: { org } }, data: label('agent') })
    await database.connectorCredential.updateMany({ where: { realm: { org } }, data: label('connector') })
    await database.user.updateMany({ where: { email }, data: rename('person') })
  } finally {
    await database.$disconnect()
  }
}

/** Returns the texts with such a name outside an element with its own direction, and titles that it can turn around. */
function findLooseNames(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ turns, letters }) => {
      const found = [document.title].filter((title) => title.includes(turns))
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue ?? ''
        if (!text.includes(letters) && !text.includes(turns)) continue
        if (!node.parentElement?.closest('bdi, option, [role=option], script, style, code, [aria-hidden]'))
          found.push(text)
      }
      return found
    },
    { turns: turning, letters: hebrew },
  )
}

test('no name turns around the sentence that it is in, on any page', async ({ page }) => {
  test.slow()
  const email = testEmail('names')
  await signIn(page, email)
  const { path: organization, sandboxId, realmId, clientId, requestId, setUpPath } = await fillOrganization(page)
  await turnNames(organization.split('/')[2] ?? '', email)
  const pages = [
    ...organizationRoutes,
    `/company-files/${sandboxId}`,
    `/company-files/${sandboxId}/sandbox`,
    `/company-files/${sandboxId}/apps`,
    `/company-files/${sandboxId}/mcp`,
    `/company-files/${sandboxId}/settings`,
    `/company-files/${sandboxId}/requests`,
    `/company-files/${realmId}`,
    `/company-files/${realmId}/set-up`,
    `/company-files/${realmId}/agent`,
    `/company-files/${realmId}/connector`,
    `/company-files/${realmId}/settings`,
    `/apps/${clientId}`,
    `/requests/${requestId}`,
  ]
  for (const path of [
    ...pages.map((each) => organization + each),
    '/account',
    '/docs/errors/INVALID_REFERENCE',
    setUpPath,
  ]) {
    await page.goto(baseUrl + path)
    await waitForData(page)
    expect([path, ...(await findLooseNames(page))]).toEqual([path])
  }
})

test('links of two lines in the audit log are far enough apart', async ({ page }) => {
  await signIn(page, testEmail('names-audit'))
  const { path: organization } = await fillOrganization(page)
  await page.goto(`${baseUrl}${organization}/audit-log`)
  await waitForData(page)
  await page.setViewportSize({ width: 1024, height: 900 })
  expect(await findViolations(page)).toEqual([])
})

test('dialogs keep names apart, and a name with hidden characters can be typed to confirm', async ({ page }) => {
  const email = testEmail('names-dialogs')
  await signIn(page, email)
  const { path: organization, realmId } = await fillOrganization(page)
  await turnNames(organization.split('/')[2] ?? '', email)
  await page.goto(`${baseUrl}${organization}/company-files/${realmId}/settings`)
  await page.getByRole('button', { name: 'Delete company file' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(hebrew)
  expect(await findLooseNames(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${hebrew} file`)
  await dialog.getByRole('button', { name: 'Delete company file' }).click()
  await expect(dialog).toBeHidden()
})

test('a name with a hidden character is refused where it is typed', async ({ page }) => {
  await signIn(page, testEmail('names-refused'))
  await page.goto(`${page.url()}/apps`)
  await page.getByRole('button', { name: 'Register an app' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`Safe${turning}`)
  await page.getByRole('textbox', { name: 'Redirect URIs' }).fill('https://app.example.com/callback')
  await page.getByRole('dialog').getByRole('button', { name: 'Register app' }).click()
  await expect(page.getByText('U+202E (right-to-left override), which is character 5')).toBeVisible()
})
