import { createCompanyFile, openCompanyFiles } from '../test/company-files.ts'
import { countClicks } from '../test/count-clicks.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { type SimulatedAgent, startSimulatedAgent } from '../test/simulated-agent.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Reads the dialog's secret, and closes the dialog. */
async function takeSecret(page: Page, label: string): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = await dialog.getByLabel(label, { exact: true }).first().inputValue()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(dialog).toBeHidden()
  return secret
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
  await expect(page.getByRole('dialog').getByLabel('Set-up link', { exact: true }).first()).toBeVisible()
  expect(clicks()).toBe(3)
  const link = await takeSecret(page, 'Set-up link')

  const pc = await browser.newContext()
  const clicksAtPc = await countClicks(pc)
  const steps = await pc.newPage()
  await steps.goto(link)
  await expect(steps.getByRole('heading', { level: 1, name: 'Connect Rock Castle' })).toBeVisible()
  await expect(steps.getByText('Current step: Open the company file')).toBeAttached()

  // The person at the PC presses one button, and enters the code in the agent.
  await steps.getByRole('button', { name: 'Create pairing code' }).click()
  const code = await steps.getByRole('textbox', { name: 'Pairing code' }).inputValue()
  await expect(steps.getByText('Current step: Install the agent')).toBeAttached()
  const paired = await pc.request.post(`${baseUrl}/agent/pair`, { data: { code, name: 'Front desk' } })
  const { token } = await paired.json()
  let agent: SimulatedAgent | undefined
  try {
    agent = await startSimulatedAgent(baseUrl, token)
    // One click is the pairing code: the other 5 are left for the installer and QuickBooks.
    await expect(steps.getByText('You’re done.')).toBeVisible({ timeout: 60_000 })
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
  const link = await takeSecret(page, 'Set-up link')
  const pc = await browser.newContext()
  const steps = await pc.newPage()
  await steps.goto(link)
  await expect(steps.getByRole('heading', { level: 1, name: 'Connect Secret Company' })).toBeVisible()
  await page.getByRole('list', { name: 'Set-up links' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(steps.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(steps.getByText('Secret Company')).toBeHidden()
  await pc.close()
})
