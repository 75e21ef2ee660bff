import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { callAdmin, changeAsAdmin, findOrganization, openBrowserFor, turnOffPolling } from '../test/people.ts'
import { dataFolder, quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Returns the process ID of the portal that began to listen last, from its log. */
async function findPortalProcess(): Promise<number> {
  const lines = (await readFile(path.join(dataFolder(), 'logs/portal.log'), 'utf8')).trimEnd().split('\n')
  const entries = lines.filter((line) => line.startsWith('{')).map((line): LogEntry => JSON.parse(line))
  const pid = entries.findLast(({ msg }) => msg === 'Listening.')?.pid
  if (pid === undefined) throw new Error('The log of the portal has no process ID.')
  return pid
}

interface LogEntry {
  readonly pid: number
  readonly msg: string
}

/** Returns the running PostgreSQL's process ID, from its lock file's first line. */
async function findDatabaseProcess(): Promise<number> {
  const [pid] = (await readFile(path.join(dataFolder(), 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

test('what was typed outlives a kill of the portal, and is saved when the portal is back', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('restart'))
  await turnOffPolling(ada.context)
  const { page } = ada
  const { id: orgId, slug } = await findOrganization(ada)
  await page.goto(`${baseUrl}/orgs/${slug}/apps`)
  await page.getByRole('button', { name: 'Register an app' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('Typed before the restart')
  await dialog.getByRole('textbox', { name: 'Redirect URIs' }).fill('https://app.example.com/callback')

  const killed = await findPortalProcess()
  process.kill(killed, 'SIGKILL')
  await expect.poll(findPortalProcess, { timeout: 60_000 }).not.toBe(killed)
  // Says so only if the restart takes longer than the page waits for a response.
  await expect(page.getByText('The service does not respond. This page continues when it is back.')).toBeHidden()

  await expect(name).toHaveValue('Typed before the restart')
  await dialog.getByRole('button', { name: 'Register app' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typed before the restart' })).toBeVisible()
  // Others' changes are pushed to the page again.
  await changeAsAdmin(ada, { method: 'PATCH', path: `/orgs/${orgId}`, body: { name: 'Renamed after the restart' } })
  const organization = page.getByRole('button', { name: /^Organization: Renamed after the restart/ })
  await expect(organization).toBeVisible()
  await ada.context.close()
})

test('changes are saved again after PostgreSQL was killed, without a restart of the portal', async ({ browser }) => {
  const grace = await openBrowserFor(browser, testEmail('database-restart'))
  const { id: orgId } = await findOrganization(grace)
  const portal = await findPortalProcess()
  const killed = await findDatabaseProcess()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => findDatabaseProcess().catch(() => killed), { timeout: 60_000 }).not.toBe(killed)
  const rename = () =>
    callAdmin(grace, { method: 'PATCH', path: `/orgs/${orgId}`, body: { name: 'Renamed afterwards' } })
  await expect.poll(async () => (await rename()).status(), { timeout: 60_000 }).toBe(200)
  expect((await findOrganization(grace)).name).toBe('Renamed afterwards')
  expect(await findPortalProcess()).toBe(portal)
  await grace.context.close()
})
