import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { collectProblems, expectPageQuality, narrowestPx, setAppearance } from '../test/page-harness.ts'
import { expect, test } from '../test/test.ts'

const program = fileURLToPath(new URL('../../edge-agent/test/serve-status-page.ts', import.meta.url))
let server: ChildProcess
let address: string

test.beforeEach(async () => {
  server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (server.stdout === null) throw new Error('The page has no output.')
  const [line] = await once(createInterface(server.stdout), 'line')
  address = String(line)
})
test.afterEach(async () => {
  server.stdin?.end()
  if (server.exitCode === null) await once(server, 'exit')
})

test('the status page of the agent works with a keyboard, at 320 pixels and in the dark', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const problems = collectProblems(page)
  await setAppearance(page, { width: narrowestPx, scheme: 'dark' })
  await page.goto(address)
  await expect(page.getByText('The company file is connected.')).toBeVisible()
  await expectPageQuality(page)

  await page.getByRole('button', { name: 'End the recording' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Recording' })).toBeHidden()

  await page.getByLabel('Duration').press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^The agent is paused until/)).toBeVisible()
  await expectPageQuality(page)
  await page.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(page.getByText('The company file is connected.')).toBeVisible()

  await page.getByLabel('From').fill('09:00')
  await page.getByLabel('to', { exact: true }).fill('09:00')
  await page.getByRole('button', { name: 'Save quiet hours' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('It must not be when they begin')
  await page.getByLabel('From').fill('09:00')
  await page.getByLabel('to', { exact: true }).fill('09:01')
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']) await page.getByLabel(day).press('Space')
  await page.getByRole('button', { name: 'Save quiet hours' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Turn off quiet hours' })).toBeVisible()
  await expect(page.getByLabel('Sun')).toBeChecked()
  await expect(page.getByLabel('Mon')).not.toBeChecked()

  await page.getByRole('link', { name: 'Make a report' }).press('Enter')
  await expectPageQuality(page)
  await page.getByRole('button', { name: 'Copy report' }).press('Enter')
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('The report.\nIts second line.')
  // The refused form is the only failed request.
  expect(problems).toEqual([expect.stringContaining('400')])
})

test('the address of the status page opens it once, in one browser', async ({ page, browser }) => {
  await page.goto(address)
  const opened = page.url()
  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('This address was used.')
  const other = await browser.newPage()
  await other.goto(opened)
  await expect(other.getByRole('alert')).toContainText('This address was used.')
  await other.close()
})
