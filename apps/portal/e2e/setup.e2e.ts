import { readFile } from 'node:fs/promises'
import { createCompanyFile, openCompanyFiles } from '../test/company-files.ts'
import { countClicks } from '../test/count-clicks.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { type SimulatedAgent, startSimulatedAgent } from '../test/simulated-agent.ts'
import { type RunningWebConnector, startWebConnector } from '../test/simulated-web-connector.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Reads the dialog's link, and closes the dialog. */
async function takeLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Send the set-up to the person at the PC' })
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return link
}

/** Returns the newest mail to an address, which the development mailbox shows. */
async function readMail(page: Page, to: string): Promise<string> {
  const mailbox = await page.context().newPage()
  await mailbox.goto(`${baseUrl}/dev/mailbox`)
  const link = await mailbox
    .getByRole('link', { name: `Open link for ${to}` })
    .first()
    .getAttribute('href')
  await mailbox.close()
  return link ?? ''
}

test('a company file is set up from the link to “connected”, in 3 clicks of the admin', async ({
  page,
  context,
  browser,
}) => {
  await openCompanyFiles(page, testEmail('sets-up'))
  const clicks = await countClicks(context)
  await page.getByRole('button', { name: 'Connect a company file' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rock Castle')
  await page.getByRole('button', { name: 'Continue to the set-up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rock Castle' })).toBeVisible()
  await page.getByRole('button', { name: 'Send to the person at the PC' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the set-up to the person at the PC' })
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/setup\/svcl_/)
  expect(clicks()).toBe(3)
  await expect(dialog).not.toContainText('Store this now')

  // The mail is shown before it is sent, and says what the page cannot: who has the installer.
  const to = testEmail('bookkeeper')
  const text = await dialog.getByRole('textbox', { name: 'Email', exact: true }).inputValue()
  expect(text).toContain('You also need the installer of the agent.')
  await dialog.getByRole('textbox', { name: 'Send to' }).fill(to)
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog.getByText(`Sent to ${to}.`)).toBeVisible()
  expect(clicks()).toBe(4)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const link = await readMail(page, to)

  const pc = await browser.newContext()
  const clicksAtPc = await countClicks(pc)
  const steps = await pc.newPage()
  await steps.goto(link)
  await expect(steps.getByRole('heading', { level: 1, name: 'Connect Rock Castle' })).toBeVisible()
  await expect(steps.getByText('Current step: Open the company file')).toBeAttached()
  await expect(page.getByRole('note', { name: 'To read out on the phone' })).toContainText('sign in as Admin')
  await expect(steps.getByText(`Ask ${testEmail('sets-up')} for the installer of the agent`)).toBeVisible()

  // The person at the PC presses one button, and enters the code in the agent.
  await steps.getByRole('button', { name: 'Create pairing code' }).click()
  const code = await steps.getByRole('textbox', { name: 'Pairing code' }).inputValue()
  await expect(steps.getByText('Current step: Install the agent')).toBeAttached()
  // The admin sees the step, and what to say.
  await expect(page.getByText('Current step: Install the agent')).toBeAttached()
  await expect(page.getByRole('note', { name: 'To read out on the phone' })).toContainText('bridge-agent-setup.exe')
  const paired = await pc.request.post(`${baseUrl}/agent/pair`, { data: { code, name: 'Front desk' } })
  const { token } = await paired.json()
  let agent: SimulatedAgent | undefined
  try {
    agent = await startSimulatedAgent(baseUrl, token)
    // One click is the pairing code: the other 5 are left for the installer and QuickBooks.
    await expect(steps.getByText('Connected. You can close this page')).toBeVisible({ timeout: 60_000 })
    expect(clicksAtPc()).toBe(1)
    await expect(steps.getByRole('listitem').filter({ hasText: 'First read' })).not.toContainText(
      'is read from the file',
    )
    await expect(page.getByRole('link', { name: 'Open the company file' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the company file' }).click()
    await expect(page.getByText('rock-castle.jsonl').first()).toBeVisible()
  } finally {
    await agent?.stop()
  }
  await expect(page.getByText('The agent is not connected.')).toBeVisible({ timeout: 30_000 })
  await pc.close()
})

test('a revoked set-up link shows nothing without a reload', async ({ page, browser }) => {
  await createCompanyFile(page, testEmail('revokes'), 'Secret Company')
  await page.getByRole('button', { name: 'Send to the person at the PC' }).click()
  const link = await takeLink(page)
  const pc = await browser.newContext()
  const steps = await pc.newPage()
  await steps.goto(link)
  await expect(steps.getByRole('heading', { level: 1, name: 'Connect Secret Company' })).toBeVisible()
  await page.getByRole('list', { name: 'Set-up links' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(steps.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(steps.getByText('Ask for a new link')).toBeVisible()
  await expect(steps.getByText('Secret Company')).toBeHidden()
  await pc.close()
})

test('the link of a deleted company file says that it was deleted', async ({ page, browser }) => {
  await createCompanyFile(page, testEmail('deletes'), 'Short Lived')
  await page.getByRole('button', { name: 'Send to the person at the PC' }).click()
  const link = await takeLink(page)
  const pc = await browser.newContext()
  const steps = await pc.newPage()
  await steps.goto(link)
  await expect(steps.getByRole('heading', { level: 1, name: 'Connect Short Lived' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  await page.getByRole('button', { name: 'Delete company file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Short Lived')
  await dialog.getByRole('button', { name: 'Delete company file' }).click()
  await expect(steps.getByText('The company file of this link was deleted')).toBeVisible()
  await steps.reload()
  await expect(steps.getByText('The company file of this link was deleted')).toBeVisible()
  await pc.close()
})

test('a second company file is set up with the Web Connector from a link, and nothing is typed at the PC', async ({
  page,
  browser,
}) => {
  await createCompanyFile(page, testEmail('connector-link'), 'Rock Castle')
  await page.getByRole('radio', { name: 'Web Connector' }).check()
  await page.getByRole('button', { name: 'Send to the person at the PC' }).click()
  const link = await takeLink(page)
  const pc = await browser.newContext()
  const clicksAtPc = await countClicks(pc)
  const steps = await pc.newPage()
  await steps.goto(link)
  await expect(steps.getByText('Current step: Get the file and the password')).toBeAttached()
  const [download] = await Promise.all([
    steps.waitForEvent('download'),
    steps.getByRole('button', { name: 'Get the file and the password' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Bridge Service Rock Castle.qwc')
  const password = await steps.getByRole('textbox', { name: 'Password' }).inputValue()
  let webConnector: RunningWebConnector | undefined
  try {
    webConnector = await startWebConnector(await readFile(await download.path(), 'utf8'), password)
    await expect(steps.getByText('Connected. You can close this page')).toBeVisible({ timeout: 90_000 })
    expect(clicksAtPc()).toBe(1)
  } finally {
    await webConnector?.stop()
  }
  await expect(page.getByText('The set-up is complete.')).toBeAttached({ timeout: 30_000 })
  await pc.close()
})
