import { readFile } from 'node:fs/promises'
import { createCompanyFile } from '../test/company-files.ts'
import { waitForHydration } from '../test/hydration.ts'
import { testEmail } from '../test/sign-in.ts'
import { type RunningWebConnector, startWebConnector } from '../test/simulated-web-connector.ts'
import { expect, type Locator, type Page, test } from '../test/test.ts'

/** Creates a credential for a PC and returns its password, which the dialog shows once. */
async function createCredential(page: Page, label: string): Promise<string> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create credential' }).click()
  await dialog.getByRole('textbox', { name: 'Label' }).fill(label)
  await dialog.getByRole('button', { name: 'Create credential' }).click()
  const password = await dialog.getByRole('textbox', { name: 'Password', exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(dialog).toBeHidden()
  return password
}

/** Presses a download button. Returns the file's text. */
async function downloadText(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/\.qwc$/)
  return readFile(await download.path(), 'utf8')
}

test('a company file is set up through the Web Connector, and its page shows what the Web Connector does', async ({
  page,
}) => {
  await createCompanyFile(page, testEmail('connector'), 'Rock Castle')
  await waitForHydration(page)
  await page.getByRole('radio', { name: 'Web Connector' }).check()
  await expect(page).toHaveURL(/\/set-up\?transport=web_connector$/)
  await expect(page.getByText('Current step: Get the file and the password')).toBeAttached()
  const password = await createCredential(page, 'Front desk')
  await expect(page.getByText('Current step: Open the company file')).toBeAttached()
  const qwcFile = await downloadText(page, page.getByRole('button', { name: 'Download the file of Front desk' }))

  let webConnector: RunningWebConnector | undefined
  try {
    webConnector = await startWebConnector(qwcFile, password)
    await expect(page.getByText('The set-up is complete.')).toBeAttached({ timeout: 90_000 })
    await page.getByRole('link', { name: 'Open the company file' }).click()
    const connections = page.getByRole('region', { name: 'Connections' })
    const line = connections.getByRole('listitem').filter({ hasText: 'Web Connector “Front desk”' })
    await expect(line).toContainText('Polling')
    await expect(page.getByText('Rock Castle.QBW').first()).toBeVisible()

    await page.getByRole('link', { name: 'Web Connector', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Front desk' })
    await expect(row).toContainText('Polling')
  } finally {
    await webConnector?.stop()
  }
})

test('a credential that no Web Connector has used says what is left to do', async ({ page }) => {
  await createCompanyFile(page, testEmail('connector-unused'), 'Rock Castle')
  await page.getByRole('link', { name: 'Web Connector', exact: true }).click()
  await expect(page.getByText('No Web Connector yet')).toBeVisible()
  await createCredential(page, 'Back office')
  await expect(page.getByRole('row').filter({ hasText: 'Back office' })).toContainText('Never used')
  await expect(page.getByText('Never used: Add its file to the Web Connector at the PC')).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Connections' })).toContainText('Web Connector “Back office”')
})
