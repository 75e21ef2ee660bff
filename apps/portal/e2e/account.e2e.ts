import { readFile } from 'node:fs/promises'
import {
  addMember,
  callAdmin,
  changeAsAdmin,
  findOrganization,
  openBrowserFor,
  type Person,
  turnOffPolling,
} from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

const userAgents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  office: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Presses a download link, and returns the file. */
async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download JSON' }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}

async function createOrganization(person: Person, name: string) {
  return (await changeAsAdmin(person, { method: 'POST', path: '/orgs', body: { name } })).org
}

test('a name is changed; sessions are listed by browser, and end where they are open', async ({ browser }) => {
  test.slow()
  const email = testEmail('sessions')
  const ada = await openBrowserFor(browser, email)
  const phone = await openBrowserFor(browser, email, { userAgent: userAgents.phone })
  const office = await openBrowserFor(browser, email, { userAgent: userAgents.office })
  await turnOffPolling(phone.context)
  const { slug } = await findOrganization(ada)
  await phone.page.goto(`${baseUrl}/orgs/${slug}/apps`)
  await office.page.goto(`${baseUrl}/account`)
  const { page } = ada
  await page.goto(`${baseUrl}/account`)
  const name = 'عدا 👩‍💻 <script>alert(1)</script>'
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your name was saved.')).toBeVisible()

  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('rowheader')).toHaveCount(3)
  await expect(sessions.getByRole('row', { name: /\(this one\)/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
  await expect(sessions.getByRole('rowheader')).toHaveCount(2)
  await expect(phone.page.getByText('You are signed out.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(office.page.getByText('You are signed out.')).toBeVisible()
  await expect(sessions.getByRole('rowheader')).toHaveCount(1)

  const data = await download(page)
  expect(JSON.parse(data)).toMatchObject({ email, name })
  const cookies = (await ada.context.cookies()).map(({ value }) => value)
  expect(cookies.filter((value) => data.includes(value))).toEqual([])
  for (const { context } of [ada, phone, office]) await context.close()
})

test('an organization is exported without secrets and deleted by its name, which other browsers see', async ({
  browser,
}) => {
  const ada = await openBrowserFor(browser, testEmail('deletes'))
  const organization = await createOrganization(ada, 'Rock Castle شركة 🏰')
  const orgId = organization.id
  const create = (path: string, body: unknown) => changeAsAdmin(ada, { method: 'POST', path, body })
  const { realm } = await create('/realms', { orgId, name: 'Books' })
  const secrets = [
    (await create(`/realms/${realm.id}/agent-tokens`, { label: 'Front desk' })).token,
    (await create('/api-keys', { orgId, name: 'Nightly script' })).key,
    (await create('/clients', { orgId, name: 'Invoice maker', redirectUris: ['https://app.example.com/callback'] }))
      .clientSecret,
  ]
  const grace = await addMember(browser, ada, organization, 'member', 'grace-stays')
  await turnOffPolling(grace.context)
  await grace.page.goto(`${baseUrl}/orgs/${organization.slug}/apps`)
  await expect(grace.page.getByRole('link', { name: 'Invoice maker' })).toBeVisible()

  const { page } = ada
  await page.goto(`${baseUrl}/orgs/${organization.slug}/settings`)
  const data = await download(page)
  for (const text of ['Books', 'Front desk', 'Nightly script', 'Invoice maker', grace.email])
    expect(data).toContain(text)
  expect(secrets.filter((secret) => secret === undefined || data.includes(secret))).toEqual([])

  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Deletes the company file Books')).toBeVisible()
  await expect(dialog.getByText('Ends the membership of 1 other member.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(organization.name)
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(grace.page.getByRole('heading', { name: 'There is no such organization' })).toBeVisible()
  await page.waitForURL((url) => !url.pathname.includes(organization.slug))
  expect((await callAdmin(ada, { method: 'GET', path: `/orgs/${orgId}/members` })).status()).toBe(404)
  const { realms } = await changeAsAdmin(ada, {
    method: 'GET',
    path: `/realms?orgId=${(await findOrganization(ada)).id}`,
  })
  expect(realms, 'the other organization keeps its sandbox').toHaveLength(1)
  for (const { context } of [ada, grace]) await context.close()
})

test('an account is deleted once the last owner has handed over, after a list of what goes', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('leaves-for-good'))
  const own = await findOrganization(ada)
  const shared = await createOrganization(ada, 'Shared books')
  const grace = await addMember(browser, ada, shared, 'member', 'grace-takes-over')
  const { page } = ada
  await page.goto(`${baseUrl}/account`)
  await expect(page.getByText('Make another member of Shared books an owner')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeHidden()
  const { members } = await changeAsAdmin(ada, { method: 'GET', path: `/orgs/${shared.id}/members` })
  const { id } = members.find((member: { email: string }) => member.email === grace.email)
  await changeAsAdmin(ada, { method: 'PATCH', path: `/members/${id}`, body: { role: 'owner' } })
  await page.goto(`${baseUrl}/account`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Deletes ${own.name} with its company files, apps and logs`)).toBeVisible()
  await expect(dialog.getByText('Ends your membership in Shared books.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(ada.email)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Call QuickBooks Desktop/ })).toBeVisible()
  expect((await callAdmin(ada, { method: 'GET', path: '/account' })).status()).toBe(401)
  const left = await changeAsAdmin(grace, { method: 'GET', path: `/orgs/${shared.id}/members` })
  expect(left.members).toHaveLength(1)
  for (const { context } of [ada, grace]) await context.close()
})
