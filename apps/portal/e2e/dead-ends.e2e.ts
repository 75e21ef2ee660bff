import { billingService, subscribe } from '../test/billing.ts'
import { downloadInstaller } from '../test/download-installer.ts'
import { runAsOperator } from '../test/operator.ts'
import {
  addMember,
  callAdmin,
  changeAsAdmin,
  findOrganization,
  type Organization,
  openBrowserFor,
  type Person,
  type Role,
} from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { type Browser, expect, type Page, test } from '../test/test.ts'

/** Someone who meets an obstacle, and the owner of the organization. */
interface Scene {
  readonly reader: Person
  readonly owner: Person
  readonly organization: Organization
  /** `/orgs/{slug}` with the portal's address. */
  readonly home: string
  readonly realmId: string
}

/** An obstacle, and the step that leads on from it. */
interface DeadEnd {
  readonly obstacle: string
  readonly billing: 'off' | 'on'
  readonly role: Role
  /** Leads the reader to the obstacle. */
  readonly meet: (scene: Scene) => Promise<void>
  /** Takes the step the page names, and checks that it works there. */
  readonly step: (scene: Scene) => Promise<void>
}

const refusedFile = 'The trial plan includes one company file'

const deadEnds: readonly DeadEnd[] = [
  {
    obstacle: 'a second company file on a trial',
    billing: 'off',
    role: 'owner',
    meet: openPlanLimit,
    step: async ({ reader: { page }, home, organization }) => {
      const command = `npm run billing -- enterprise ${organization.slug}`
      await expect(page.getByRole('dialog')).toContainText('TRIAL_LIMITED=false')
      await expect(page.getByRole('dialog').getByText(command)).toBeVisible()
      await runAsOperator(command)
      await page.goto(`${home}/company-files`)
      await page.getByRole('button', { name: 'Connect a company file' }).first().click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Second')
      await page.getByRole('button', { name: 'Continue to the set-up' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()
    },
  },
  {
    obstacle: 'a second company file on a trial',
    billing: 'on',
    role: 'admin',
    meet: openPlanLimit,
    step: async ({ reader: { page } }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByRole('button', { name: 'Pay and subscribe' })).toBeVisible()
    },
  },
  ...(['off', 'on'] as const).map((billing) => ({
    obstacle: 'a company file that a member cannot connect',
    billing,
    role: 'member' as const,
    meet: openPage('/company-files'),
    step: askOwner('An owner or admin can connect a company file.'),
  })),
  {
    obstacle: 'a payment that a member cannot make',
    billing: 'on',
    role: 'member',
    meet: openPage('/usage'),
    step: askOwner('An owner or admin can subscribe and manage the payment.'),
  },
  {
    obstacle: 'a deletion that only owners may do',
    billing: 'off',
    role: 'admin',
    meet: openPage('/settings'),
    step: askOwner('An owner can delete the organization.'),
  },
  {
    obstacle: 'a page with requests',
    billing: 'off',
    role: 'viewer',
    meet: openPage('/requests'),
    step: askOwner('An owner or admin can make you a member.'),
  },
  {
    obstacle: 'the deletion of an organization with a plan set by an operator',
    billing: 'off',
    role: 'owner',
    meet: async (scene) => {
      await runAsOperator(`npm run billing -- enterprise ${scene.organization.slug}`)
      await openPage('/settings')(scene)
    },
    step: async ({ reader: { page }, organization }) => {
      await page.getByRole('button', { name: 'Delete organization' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill(organization.name)
      await dialog.getByRole('button', { name: 'Delete organization' }).click()
      await expect(page).toHaveURL(/\/new-organization$/)
    },
  },
  {
    obstacle: 'the deletion of an organization with a subscription',
    billing: 'on',
    role: 'owner',
    meet: async (scene) => {
      await subscribe(scene.reader.page, scene.home)
      await openPage('/settings')(scene)
    },
    step: async ({ reader: { page } }) => {
      await page.getByRole('link', { name: 'Cancel the subscription' }).click()
      await page.getByRole('button', { name: 'Manage card and invoices' }).click()
      await expect(page.getByRole('button', { name: 'Cancel at the end of the period' })).toBeVisible()
    },
  },
  {
    obstacle: 'a quota that is used up',
    billing: 'on',
    role: 'owner',
    meet: async (scene) => {
      const redirectUris = ['https://app.example.com/callback']
      for (const name of ['One', 'Two', 'Three'])
        await changeAsAdmin(scene.owner, {
          method: 'POST',
          path: '/clients',
          body: { orgId: scene.organization.id, name, redirectUris },
        })
      await openPage('/apps')(scene)
      const { page } = scene.reader
      await page.getByRole('button', { name: 'Register an app' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Four')
      await page.keyboard.press('Tab')
      await page.keyboard.type('https://app.example.com/callback')
      await page.getByRole('button', { name: 'Register app' }).click()
    },
    step: async ({ reader: { page }, owner, home, organization }) => {
      const step = 'Delete or revoke one of the list that you no longer need, then try again.'
      await expect(page.getByRole('dialog').getByText(step)).toBeVisible()
      const { clients } = await changeAsAdmin(owner, { method: 'GET', path: `/clients?orgId=${organization.id}` })
      await page.goto(`${home}/apps/${clients[0].id}`)
      await expect(page.getByRole('button', { name: 'Delete app' })).toBeVisible()
    },
  },
  {
    obstacle: 'a role that was changed while the page was open',
    billing: 'off',
    role: 'admin',
    meet: async (scene) => {
      const { reader, owner, organization } = scene
      await openPage('/company-files')(scene)
      await reader.page.route('**/trpc/listOrganizations*', (route) => route.abort())
      const { members } = await changeAsAdmin(owner, { method: 'GET', path: `/orgs/${organization.id}/members` })
      const member = members.find(({ email }: { email: string }) => email === reader.email)
      await changeAsAdmin(owner, { method: 'PATCH', path: `/members/${member.id}`, body: { role: 'member' } })
      const refused = await callAdmin(reader, {
        method: 'POST',
        path: '/realms',
        body: { orgId: organization.id, name: 'Second' },
      })
      expect(refused.status()).toBe(403)
      await reader.page.unroute('**/trpc/listOrganizations*')
      await reader.page.reload()
    },
    step: askOwner('An owner or admin can connect a company file.'),
  },
  {
    obstacle: 'a company file that was deleted',
    billing: 'off',
    role: 'member',
    meet: async (scene) => {
      await changeAsAdmin(scene.owner, { method: 'DELETE', path: `/realms/${scene.realmId}` })
      await scene.reader.page.goto(`${scene.home}/company-files/${scene.realmId}`)
      await expect(scene.reader.page.getByRole('heading', { name: 'There is no such company file' })).toBeVisible()
    },
    step: async ({ reader: { page } }) => {
      await page.getByRole('link', { name: 'Go to company files' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Company files' })).toBeVisible()
    },
  },
  {
    obstacle: 'a company file that was never connected',
    billing: 'off',
    role: 'admin',
    meet: async (scene) => openPage(`/company-files/${scene.realmId}`)(scene),
    step: async ({ reader: { page } }) => {
      await page.getByRole('link', { name: 'Set up the PC' }).click()
      await expect(page).toHaveURL(/\/set-up$/)
      await expect(page.getByRole('button', { name: 'Send to the person at the PC' })).toBeVisible()
    },
  },
  {
    obstacle: 'a PC without an installer to download',
    billing: 'off',
    role: 'admin',
    meet: async (scene) => {
      const { url } = await createSetUpLink(scene)
      await scene.reader.page.goto(url)
    },
    step: async ({ reader: { page, email } }) => {
      await expect(page.getByText(`Ask ${email} for the installer of the agent`)).toBeVisible()
      await expect(page.getByRole('link', { name: `Write to ${email}` })).toHaveAttribute(
        'href',
        new RegExp(`^mailto:${email}`),
      )
    },
  },
  {
    obstacle: 'a PC with an installer to download',
    billing: 'on',
    role: 'admin',
    meet: async (scene) => {
      const { url } = await createSetUpLink(scene)
      await scene.reader.page.goto(url)
      await expect(scene.reader.page.getByText('bridge-agent-setup.exe, 0.1 MB')).toBeVisible()
    },
    step: async ({ reader: { page } }) => {
      const { name, bytes } = await downloadInstaller(page)
      expect(name).toMatch(/^bridge-agent-setup-[0-9A-Z]{9}-localhost_\d+\.exe$/)
      expect(bytes).toBeGreaterThan(64 * 1024)
    },
  },
  ...(
    [
      ['admin', 'Set up the PC'],
      ['member', undefined],
    ] as const
  ).map(([role, label]) => ({
    obstacle: 'a call from the Explorer to a company file that was never connected',
    billing: 'off' as const,
    role,
    meet: async (scene: Scene) => {
      await openPage('/explorer')(scene)
      const { page } = scene.reader
      await page.getByRole('combobox', { name: 'Company file' }).selectOption(scene.realmId)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText('AGENT_OFFLINE')
    },
    step: async ({ reader: { page }, owner, realmId }: Scene) => {
      if (label === undefined) return expectMailLink(page, owner)
      await page.getByRole('link', { name: label }).click()
      await expect(page).toHaveURL(new RegExp(`/company-files/${realmId}/set-up$`))
    },
  })),
  {
    obstacle: 'a sandbox that is made to fail',
    billing: 'off',
    role: 'member',
    meet: async (scene) => {
      await openPage('/explorer')(scene)
      const { page } = scene.reader
      await page.getByRole('combobox', { name: 'Make it fail' }).selectOption({ label: 'QuickBooks is closed' })
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText('APP_NOT_OPEN')
    },
    step: async ({ reader: { page } }) => {
      await page.getByRole('link', { name: 'Turn the failure off' }).click()
      await expect(page.getByRole('switch').first()).toBeVisible()
    },
  },
]

for (const { obstacle, billing, role, meet, step } of deadEnds) {
  test(`${obstacle} leads on, with billing ${billing}, for the ${role}`, async ({ browser }) => {
    const scene = await setScene(browser, billing, role)
    await meet(scene)
    await step(scene)
    for (const { context } of new Set([scene.owner, scene.reader])) await context.close()
  })
}

let scenes = 0

/** Creates an organization with a company file, and someone with the role. */
async function setScene(browser: Browser, billing: DeadEnd['billing'], role: Role): Promise<Scene> {
  scenes += 1
  const baseUrl = billing === 'on' ? billingService().baseUrl : quickstart().baseUrl
  const owner = await openBrowserFor(browser, testEmail(`dead-end-owner-${scenes}`), {}, baseUrl)
  const organization = await findOrganization(owner)
  const body = { orgId: organization.id, name: 'First' }
  const { realm } = await changeAsAdmin(owner, { method: 'POST', path: '/realms', body })
  const reader =
    role === 'owner' ? owner : await addMember(browser, owner, organization, role, `dead-end-${role}-${scenes}`)
  return { reader, owner, organization, home: `${baseUrl}/orgs/${organization.slug}`, realmId: realm.id }
}

function openPage(path: string) {
  return async ({ reader: { page }, home }: Scene) => {
    await page.goto(`${home}${path}`)
  }
}

function createSetUpLink({ reader, realmId }: Scene): Promise<{ readonly url: string }> {
  return changeAsAdmin(reader, { method: 'POST', path: `/realms/${realmId}/setup-links` })
}

async function openPlanLimit(scene: Scene): Promise<void> {
  await openPage('/company-files')(scene)
  const { page } = scene.reader
  await page.getByRole('button', { name: 'Connect a company file' }).first().click()
  await expect(page.getByRole('dialog')).toContainText(refusedFile)
}

/** Checks that a note names the owner with an email link, and that the reader finds them among the members. */
function askOwner(note: string) {
  return async ({ reader: { page }, owner, home }: Scene) => {
    await expect(page.getByText(note)).toBeVisible()
    await expectMailLink(page, owner)
    await page.goto(`${home}/members`)
    await expect(page.getByRole('table', { name: 'Members' })).toContainText(owner.email)
  }
}

async function expectMailLink(page: Page, { email }: Person): Promise<void> {
  await expect(page.locator(`a[href="mailto:${email}"]`).first()).toBeVisible()
}
