import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connectDatabase } from '@bridge/database'
import { startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { TOTP } from 'otpauth'
import { expectPageQuality } from '../test/page-harness.ts'
import { addMember, findMailLink, findOrganization, openBrowserFor } from '../test/people.ts'
import { dataFolder, quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()
const minuteMs = 60_000

/** Lets the proofs in a user's sessions expire. */
async function forgetProofs(email: string): Promise<void> {
  // PostgreSQL is running already. This only returns its URL.
  const { url } = await startEmbeddedPostgres({ folder: path.join(dataFolder(), 'postgres') })
  const database = connectDatabase(url, { maxConnections: 1 })
  try {
    const provenAt = new Date(Date.now() - 11 * minuteMs)
    await database.session.updateMany({ where: { user: { email } }, data: { provenAt } })
  } finally {
    await database.$disconnect()
  }
}

function readCode(secret: string, aheadMs = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + aheadMs })
}

/** Turns the second factor on, on the account page. Returns the app's key. */
async function turnOn(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Turn on a second factor' })
  const secret = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(readCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()
  return secret
}

test('an old sign-in is confirmed by a link or a code, and what the user wanted is done', async ({ browser }) => {
  test.slow()
  const email = testEmail('fresh-proof')
  const ada = await openBrowserFor(browser, email)
  const { page } = ada
  const { slug } = await findOrganization(ada)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })

  await page.goto(`${baseUrl}/orgs/${slug}/api-keys`)
  await forgetProofs(email)
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly script')
  await page.getByRole('dialog', { name: 'Create API key' }).getByRole('button', { name: 'Create API key' }).click()
  await expect(dialog).toBeVisible()
  await expectPageQuality(page)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The link was not used in this browser yet.')).toBeVisible()
  const tab = await ada.context.newPage()
  await tab.goto(await findMailLink(ada.context.request, email, '/sign-in/link'))
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await tab.waitForURL(`${baseUrl}/orgs/${slug}/api-keys`)
  await tab.close()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByRole('rowheader', { name: 'Nightly script' })).toBeVisible()

  await page.goto(`${baseUrl}/account`)
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  const secret = await turnOn(page)
  await forgetProofs(email)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download JSON' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This code is wrong or was used before.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(readCode(secret, 30_000))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(email)
  await ada.context.close()
})

test('a new second factor is undone by the link in the email', async ({ browser }) => {
  const email = testEmail('undo-factor')
  const thief = await openBrowserFor(browser, email)
  await thief.page.goto(`${baseUrl}/account`)
  await thief.page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await turnOn(thief.page)

  const context = await browser.newContext()
  const page = await context.newPage()
  const link = await findMailLink(context.request, email, '/sign-in/undo-second-factor')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Remove the new second factor?' })).toBeVisible()
  await expectPageQuality(page)
  await page.getByRole('button', { name: 'Remove it and sign out everywhere' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The second factor was removed' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await thief.page.goto(`${baseUrl}/account`)
  await expect(thief.page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await context.close()
  await thief.context.close()
})

test('a viewer sees connections, and learns who can help on other pages', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('has-viewer'))
  const organization = await findOrganization(ada)
  const { page, context } = await addMember(browser, ada, organization, 'viewer', 'viewer')
  await page.goto(`${baseUrl}/orgs/${organization.slug}`)
  await page.waitForURL(`${baseUrl}/orgs/${organization.slug}/company-files`)
  const menu = page.getByRole('navigation', { name: 'Organization' })
  await expect(menu.getByRole('link')).toHaveText(['Company files', 'Members', 'Usage and billing', 'Settings'])
  await page.goto(`${baseUrl}/orgs/${organization.slug}/requests`)
  await expect(page.getByRole('heading', { level: 1, name: 'Members only' })).toBeVisible()
  await expect(page.getByText('An owner or admin can make you a member.')).toBeVisible()
  await expectPageQuality(page)
  await context.close()
  await ada.context.close()
})
