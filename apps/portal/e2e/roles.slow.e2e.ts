import { parseRealmId, type RealmId } from '@bridge/agent-protocol/realm-id'
import { mayOpen } from '../features/organizations/may-open.ts'
import {
  addMember,
  callAdmin,
  changeAsAdmin,
  findOrganization,
  issueSandboxToken,
  type Organization,
  openBrowserFor,
  type Person,
  type Role,
} from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { type RoleTableIds, type RoleTableRow, roleTable } from '../test/role-table.ts'
import { testEmail } from '../test/sign-in.ts'
import { type Browser, expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()
const roles: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

interface Team {
  readonly organization: Organization
  readonly people: Readonly<Record<Role, Person>>
  readonly ids: RoleTableIds
}

/** Creates an organization with a person for each role, and one of everything the controls change. */
async function setUpTeam(browser: Browser): Promise<Team> {
  const owner = await openBrowserFor(browser, testEmail('role-owner'))
  const organization = await findOrganization(owner)
  const orgId = organization.id
  const create = (path: string, body: unknown) => changeAsAdmin(owner, { method: 'POST', path, body })
  const read = (path: string) => changeAsAdmin(owner, { method: 'GET', path })
  const { realm } = await create('/realms', { orgId, name: 'Rock Castle' })
  const { realmId: sandboxId } = await issueSandboxToken(owner, orgId)
  const { connections } = await read(`/realms/${sandboxId}/connections`)
  const people = {
    owner,
    admin: await addMember(browser, owner, organization, 'admin', 'role-admin'),
    member: await addMember(browser, owner, organization, 'member', 'role-member'),
    viewer: await addMember(browser, owner, organization, 'viewer', 'role-viewer'),
  }
  const { members } = await read(`/orgs/${orgId}/members`)
  const ids = {
    orgId,
    sandboxId,
    realmId: toRealmId(realm.id),
    agentTokenId: (await create(`/realms/${realm.id}/agent-tokens`, { label: 'Front desk' })).id,
    connectorId: (await create(`/realms/${realm.id}/connector-credentials`, {})).id,
    clientId: connections[0].clientId,
    connectionId: connections[0].id,
    apiKeyId: (await create('/api-keys', { orgId, name: 'Nightly script' })).id,
    memberId: members.find(({ email }: { email: string }) => email === people.member.email).id,
  }
  return { organization, people, ids }
}

function toRealmId(text: string): RealmId {
  const realmId = parseRealmId(text)
  if (realmId === undefined) throw new Error(`${text} is no realm ID.`)
  return realmId
}

/** Opens each page once as a role, and compares its controls with the table. */
async function expectControls({ organization, people, ids }: Team, role: Role): Promise<void> {
  const { page } = people[role]
  for (const path of new Set(roleTable.map((row) => row.page(ids)))) {
    const rows = roleTable.filter((row) => row.page(ids) === path)
    await page.goto(`${baseUrl}/orgs/${organization.slug}${path}`)
    if (!mayOpen(role, path.replace(/#.*/, ''))) {
      const heading = page.getByRole('heading', { level: 1, name: 'Members only' })
      await expect(heading, `${role}, ${path}`).toBeVisible()
      continue
    }
    // Rows with a note come first: when it is there, the page is complete.
    for (const row of rows.toSorted((left, right) => Number(has(role, left)) - Number(has(role, right)))) {
      const message = `${role}, ${path}: ${row.name}`
      const control = page.getByRole('main').getByRole(row.control, { name: row.name, exact: true })
      if (has(role, row)) await expect(control.first(), message).toBeVisible()
      else {
        // What the server streamed can stay in the document as a hidden copy.
        const note = row.note && page.getByText(row.note).filter({ visible: true })
        if (note) await expect(note, message).toBeVisible()
        await expect(control, message).toHaveCount(0)
      }
    }
  }
}

/** Calls what the role has no control for. */
async function expectRefusals({ people, ids }: Team, role: Role): Promise<void> {
  for (const row of roleTable) {
    if (has(role, row) || !row.call) continue
    const response = await callAdmin(people[role], row.call(ids))
    expect([response.status(), (await response.json()).error], `${role}: ${row.name}`).toEqual([403, 'forbidden'])
  }
}

function has(role: Role, { needs }: RoleTableRow): boolean {
  return roles.indexOf(role) >= roles.indexOf(needs)
}

test('each role meets only the controls that it may use, and the API refuses the others', async ({ browser }) => {
  test.slow()
  const team = await setUpTeam(browser)
  for (const role of roles) {
    await expectRefusals(team, role)
    await expectControls(team, role)
  }
  for (const { context } of Object.values(team.people)) await context.close()
})

test('foreign, deleted and unknown IDs get the same page, which links to the list', async ({ browser }) => {
  const [ada, eve] = [
    await openBrowserFor(browser, testEmail('gone-ada')),
    await openBrowserFor(browser, testEmail('gone-eve')),
  ]
  const [own, foreign] = [await findOrganization(ada), await findOrganization(eve)]
  const createRealm = async (person: Person, orgId: string) =>
    (await changeAsAdmin(person, { method: 'POST', path: '/realms', body: { orgId, name: 'Books' } })).realm.id
  const createApp = async (person: Person, orgId: string) => {
    const body = { orgId, name: 'App', redirectUris: ['https://app.example.com/callback'] }
    return (await changeAsAdmin(person, { method: 'POST', path: '/clients', body })).client.id
  }
  const deletedRealm = await createRealm(ada, own.id)
  await changeAsAdmin(ada, { method: 'DELETE', path: `/realms/${deletedRealm}` })
  const deletedApp = await createApp(ada, own.id)
  await changeAsAdmin(ada, { method: 'DELETE', path: `/clients/${deletedApp}` })
  const table = [
    {
      list: 'company-files',
      ids: [await createRealm(eve, foreign.id), deletedRealm, '1111111111111111'],
      title: 'There is no such company file',
      link: 'Go to company files',
    },
    {
      list: 'apps',
      ids: [await createApp(eve, foreign.id), deletedApp, 'svcc_unknown'],
      title: 'There is no such app',
      link: 'Go to apps',
    },
    { list: 'requests', ids: ['unknown'], title: 'There is no such request', link: 'Go to requests' },
  ]
  const { page } = ada
  for (const { list, ids, title, link } of table) {
    const texts = new Set<string>()
    for (const id of ids) {
      const response = await page.goto(`${baseUrl}/orgs/${own.slug}/${list}/${id}`)
      expect(response?.status(), `${list}/${id}`).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      texts.add((await page.getByRole('main').textContent()) ?? '')
      await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', `/orgs/${own.slug}/${list}`)
    }
    expect([...texts], list).toHaveLength(1)
  }
  // The organization looks like a missing page.
  for (const slug of [foreign.slug, 'unknown-organization']) {
    const response = await page.goto(`${baseUrl}/orgs/${slug}`)
    expect(response?.status(), slug).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await ada.context.close()
  await eve.context.close()
})
