import { createCompanyFile, openCompanyFiles } from '../test/company-files.ts'
import { turnOffPolling } from '../test/people.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

/** Returns the open company file's address. */
function companyFileUrl(page: Page): string {
  return page.url().replace(/(company-files\/\d{16}).*/, '$1')
}

test('a company file is named, renamed and deleted', async ({ page }) => {
  await createCompanyFile(page, testEmail('files'), 'مثال 🏰 <script>')
  await page.goto(`${companyFileUrl(page)}/settings`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Rock Castle')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rock Castle' })).toBeVisible()
  const saved = page.waitForResponse((response) => response.url().includes('/trpc/updateSettings') && response.ok())
  await page.getByRole('switch', { name: 'Keep bodies' }).click()
  await expect(page.getByRole('switch', { name: 'Keep bodies' })).toBeChecked()
  await saved
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Keep bodies' })).toBeChecked()
  await page.getByRole('button', { name: 'Delete company file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Rock')
  await dialog.getByRole('button', { name: 'Delete company file' }).click()
  await expect(dialog.getByText('The name does not match.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Rock Castle')
  await dialog.getByRole('button', { name: 'Delete company file' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company files' })).toBeVisible()
  await expect(page.getByRole('table').getByText('Rock Castle')).toBeHidden()
})

test('at the limit of the plan, the dialog explains it at once', async ({ page }) => {
  await createCompanyFile(page, testEmail('limit'), 'First')
  await page.getByRole('link', { name: 'Company files', exact: true }).first().click()
  await page.getByRole('button', { name: 'Connect a company file' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert').filter({ hasText: 'trial plan includes one company file' })).toBeVisible()
  await expect(dialog.getByText('This installation has no payment provider')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeHidden()
})

test('a token that one browser revokes is revoked in the other without a reload', async ({ page }) => {
  await createCompanyFile(page, testEmail('two'), 'Shared')
  await page.goto(`${companyFileUrl(page)}/agent`)
  await page.getByRole('button', { name: 'Create agent token' }).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('Front desk')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await turnOffPolling(page.context())
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByText('Never used')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke Front desk' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Front desk')
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(other.getByText('Revoked')).toBeVisible()
})

test('the list is reached and opened with the keyboard only', async ({ page }) => {
  await openCompanyFiles(page, testEmail('keys'))
  await page.getByRole('link', { name: 'Sandbox' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Company file' }).getByRole('link', { name: 'Connected apps' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No app is connected' })).toBeVisible()
})

test('a page that a kind of company file does not have is not found, and leads to the overview', async ({ page }) => {
  await createCompanyFile(page, testEmail('kinds'), 'Rock Castle')
  const production = companyFileUrl(page)
  await page.getByRole('link', { name: 'Company files', exact: true }).first().click()
  await page.getByRole('table').getByRole('link', { name: 'Sandbox' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox' })).toBeVisible()
  const sandbox = companyFileUrl(page)
  for (const address of [`${sandbox}/agent`, `${sandbox}/set-up`, `${sandbox}/connector`, `${production}/sandbox`]) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { name: 'This company file has no such page' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page).toHaveURL(production)
})

test('a company file that does not exist is gone, with a link to the list', async ({ page }) => {
  await openCompanyFiles(page, testEmail('gone'))
  const response = await page.goto(`${page.url()}/1111111111111111`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no such company file' })).toBeVisible()
  await expect(page.locator('body > [hidden][id^="S:"]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to company files' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company files' })).toBeVisible()
})
