import { createCompanyFile } from '../test/company-files.ts'
import { expectPageQuality, narrowDark, setAppearance, wideLight } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { startSimulatedAgent } from '../test/simulated-agent.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** The checks that an agent runs after its first session, as an agent finds them on a PC without faults. */
const firstChecks = ['A41', 'A42', 'A44', 'A45', 'A47', 'A24', 'A58', 'A59', 'A60', 'A66', 'A70', 'A72'].map((id) => ({
  id,
  outcome: 'proved',
  found: '0',
}))

const report = {
  format: 1,
  at: '2026-03-02T09:00:00.000Z',
  file: 'books',
  agentVersion: '0.2.0',
  system: 'Node.js v24.1.0, Windows_NT 10.0.22631 x64',
  quickBooks: { product: 'QuickBooks Enterprise Solutions 24.0', release: '34.0' },
}

const exchange = {
  row: 'A102',
  request:
    '<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq></CompanyQueryRq></QBXMLMsgsRq></QBXML>',
  response:
    '<?xml version="1.0"?><QBXML><QBXMLMsgsRs><CompanyQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"></CompanyQueryRs></QBXMLMsgsRs></QBXML>',
  ms: 12,
  violations: [],
}

/** Creates a company file, stays on its set-up page, and returns the token of its agent. */
async function createServedFile(page: Page, email: string): Promise<{ readonly file: string; readonly token: string }> {
  await createCompanyFile(page, email, 'Rock Castle')
  const [file = '', realmId = ''] = /^.*\/company-files\/(\d{16})/.exec(page.url()) ?? []
  const created = await page.request.post(`${baseUrl}/admin/v1/realms/${realmId}/agent-tokens`, {
    headers: { origin: baseUrl },
    data: { label: 'Front desk' },
  })
  return { file, token: (await created.json()).token }
}

/** Sends a report as the agent does, and returns the status. */
async function send(page: Page, token: string, found: object): Promise<number> {
  const response = await page.request.post(`${baseUrl}/agent/truth`, {
    headers: { authorization: `Bearer ${token}` },
    data: { ...report, ...found },
  })
  return response.status()
}

function checks(page: Page) {
  return page.getByRole('listitem').filter({ hasText: /^(Passed|Failed|Not proved): / })
}

test('the first checks of QuickBooks appear during the set-up, and a failed one says what to do [cp-4:quickbooks-checks]', async ({
  page,
}) => {
  const { file, token } = await createServedFile(page, testEmail('checks'))
  const agent = await startSimulatedAgent(baseUrl, token)
  try {
    await expect(page.getByRole('heading', { name: 'Checks of QuickBooks' })).toBeVisible()
    await expect(page.getByText(/^The agent checks QuickBooks once/)).toBeVisible()
    await expect(checks(page)).toHaveCount(0)
    const rows = firstChecks.map((row) => (row.id === 'A45' ? { ...row, outcome: 'refuted', found: '1' } : row))
    expect(await send(page, token, { rows, exchanges: [] })).toBe(201)
    // Without a reload.
    await expect(checks(page)).toHaveCount(12)
    await expect(page.getByText('1 of 12 failed.')).toBeVisible()
    const failed = checks(page).filter({ hasText: /^Failed: / })
    await expect(failed).toHaveText(/The agent may change the company file.*What to do:.*allow access again/s)
    await expect(checks(page).filter({ hasText: /^Passed: / })).toHaveCount(11)

    await page.goto(`${file}/agent`)
    await expect(checks(page)).toHaveCount(12)
    for (const appearance of [wideLight, narrowDark]) {
      await setAppearance(page, appearance)
      await expectPageQuality(page)
    }
    expect(await send(page, token, { rows: firstChecks, exchanges: [] })).toBe(201)
    await expect(page.getByText('Nothing differs from what the service expects.')).toBeVisible()
    await expect(page.getByText('What to do:')).toBeHidden()
  } finally {
    await agent.stop()
  }
})

test('a recording is taken while an admin allows it, and no longer [cp-4:agent-truth]', async ({ page }) => {
  const { file, token } = await createServedFile(page, testEmail('recording'))
  const recording = { rows: [], exchanges: [exchange] }
  expect(await send(page, token, recording)).toBe(403)

  await page.goto(`${file}/settings`)
  const consent = page.getByRole('switch', { name: 'Allow recordings' })
  await expect(consent).not.toBeChecked()
  await expect(page.getByText(/the person sees the file before it is sent/)).toBeVisible()
  const change = async () => {
    const saved = page.waitForResponse((response) => response.url().includes('/trpc/updateSettings') && response.ok())
    await consent.click()
    await saved
  }
  await change()
  await page.reload()
  await expect(consent).toBeChecked()
  expect(await send(page, token, recording)).toBe(201)

  await change()
  await page.reload()
  await expect(consent).not.toBeChecked()
  expect(await send(page, token, recording)).toBe(403)

  // Everybody in the organization can see that something was sent, and who allowed it.
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  const events = page.getByRole('table', { name: 'Audit log' })
  await expect(events.getByText('Received a redacted report of QuickBooks from an agent')).toBeVisible()
})
