import { type FilledOrganization, fillOrganization } from '../test/filled-organization.ts'
import {
  type Appearance,
  collectProblems,
  findHydrationMismatches,
  findLayoutShifts,
  findOverflow,
  findViolations,
  middleLight,
  narrowDark,
  narrowestPx,
  recordLayoutShifts,
  setAppearance,
  waitForData,
  wideLight,
  zoomedPx,
} from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { documentationRoutes, linkRoutes, listOtherPages, organizationRoutes, publicRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Locator, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Opens something on a page: a dialog, a menu, a state. */
type Open = (page: Page) => Promise<void>

interface Visit {
  readonly path: string
  /** Names what `open` opens. */
  readonly state?: string
  readonly open?: Open
  /** The page has been checked at the width between, too. */
  readonly isVariant?: boolean
}

/** Finds what is wrong on the pages visited by one browser page. */
interface Inspection {
  readonly findings: readonly string[]
  /** Checks pages in every appearance. */
  visit(visits: readonly Visit[]): Promise<void>
}

function startInspection(page: Page, expected: readonly string[] = []): Inspection {
  const findings: string[] = []
  const problems = collectProblems(page, expected)
  const visitOnce = async ({ path, state = '', open, isVariant = false }: Visit, appearance: Appearance) => {
    const note = ({ scheme, width }: Appearance, found: readonly string[]) =>
      findings.push(...found.map((finding) => `${path} ${state} ${scheme} ${width}: ${finding}`))
    await setAppearance(page, appearance)
    await page.goto(baseUrl + path)
    await waitForData(page)
    note(appearance, await findHydrationMismatches(page))
    await open?.(page)
    note(appearance, [...(await findLayoutShifts(page)), ...(await findViolations(page))])
    if (appearance === wideLight) {
      note(appearance, await findOverflow(page, zoomedPx))
      if (!isVariant) {
        await setAppearance(page, middleLight)
        note(middleLight, await findViolations(page))
      }
    } else {
      note(appearance, await findOverflow(page, narrowestPx))
    }
    note(appearance, problems.splice(0))
  }
  return {
    findings,
    async visit(visits) {
      for (const visited of visits)
        for (const appearance of [wideLight, narrowDark]) {
          await visitOnce(visited, appearance).catch(({ message }: Error) =>
            findings.push(`${visited.path} ${visited.state ?? ''} ${appearance.scheme}: ${message}`),
          )
        }
    },
  }
}

function press(name: string | RegExp, role: 'button' | 'link' | 'tab' = 'button'): Open {
  return (page) => page.getByRole(role, { name }).first().click()
}

/** Opens something, again if the page moved under the pointer when data arrived, as a person would. */
function pressUntil(opened: Locator, open: Open): Open {
  return (page) =>
    expect(async () => {
      if (!(await opened.isVisible())) await open(page)
      await expect(opened).toBeVisible({ timeout: 5_000 })
    }).toPass()
}

/** Opens a menu, even in the sidebar, which narrow screens hide. */
function openMenu(button: string | RegExp): Open {
  return async (page) => {
    const navigation = page.getByRole('button', { name: 'Open navigation' })
    if (typeof button !== 'string' && (await navigation.isVisible())) await navigation.click()
    await pressUntil(page.getByRole('menuitem').first(), press(button))(page)
  }
}

function openDialog(button: string | RegExp): Open {
  return async (page) => {
    await pressUntil(page.getByRole('dialog'), press(button))(page)
    await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0)
  }
}

test.describe.configure({ timeout: 900_000 })

test.beforeEach(async ({ page }) => {
  page.setDefaultTimeout(20_000)
  await recordLayoutShifts(page)
})

test('public pages are accessible, still and quiet', async ({ page }) => {
  const inspection = startInspection(page, ['404 (Not Found)'])
  await inspection.visit(
    [...publicRoutes, ...linkRoutes, '/no-such-page'].map((path) => ({
      path,
    })),
  )
  expect(inspection.findings).toEqual([])
})

test('documentation pages are accessible, still and quiet', async ({ page }) => {
  const inspection = startInspection(page)
  await inspection.visit(documentationRoutes.map((path) => ({ path })))
  expect(inspection.findings).toEqual([])
})

test('empty, failed and gone pages of an organization are accessible, still and quiet', async ({ page }) => {
  await signIn(page, testEmail('quality-empty'))
  const path = new URL(page.url()).pathname
  const inspection = startInspection(page, ['404 (Not Found)', '503 (Service Unavailable)'])
  await inspection.visit(organizationRoutes.map((route) => ({ path: path + route, state: 'empty', isVariant: true })))
  await inspection.visit(
    ['/company-files/1000000000000000', '/apps/unknown', '/requests/gone', '/no-such-page'].map((route) => ({
      path: path + route,
      state: 'gone',
    })),
  )
  await page.route('**/trpc/**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await inspection.visit(organizationRoutes.map((route) => ({ path: path + route, state: 'failed', isVariant: true })))
  expect(inspection.findings).toEqual([])
})

test('pages of an organization with data are accessible, still and quiet', async ({ page }) => {
  await signIn(page, testEmail('quality-filled'))
  const filled = await fillOrganization(page)
  const inspection = startInspection(page)
  await inspection.visit(listFilledPages(filled))
  expect(inspection.findings).toEqual([])
})

test('dialogs, menus and panels are accessible', async ({ page }) => {
  await signIn(page, testEmail('quality-dialogs'))
  const filled = await fillOrganization(page)
  const inspection = startInspection(page)
  await inspection.visit(listDialogs(filled))
  expect(inspection.findings).toEqual([])
})

function listFilledPages(filled: FilledOrganization): Visit[] {
  const addresses = organizationRoutes.map((route) => filled.path + route)
  return [...addresses, ...Object.values(listOtherPages(filled))].map((path) => ({ path }))
}

function listDialogs({ path, sandboxId, realmId, clientId, requestId }: FilledOrganization): Visit[] {
  const at = (route: string, state: string, open: Open): Visit => ({ path: path + route, state, open, isVariant: true })
  return [
    at('', 'organizations', openMenu(/^Organization: /)),
    at('', 'account menu', openMenu(/^Account menu for /)),
    at('', 'menu', async (page) => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('option').first()).toBeVisible()
    }),
    at('', 'shortcuts', async (page) => {
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
    }),
    at('', 'latest requests', async (page) => {
      const drawer = page.getByRole('region', { name: 'Latest requests' })
      await pressUntil(drawer, () => page.keyboard.press('~'))(page)
      await expect(drawer.locator('[data-row]').first()).toBeVisible()
    }),
    at('/company-files', 'connect', openDialog('Connect a company file')),
    at(`/company-files/${realmId}/agent`, 'create token', openDialog('Create agent token')),
    at(`/company-files/${realmId}/connector`, 'create credential', openDialog('Create credential')),
    at(`/company-files/${realmId}/settings`, 'delete', openDialog('Delete company file')),
    at(`/company-files/${sandboxId}/sandbox`, 'failing', async (page) => {
      const fault = page.getByRole('switch', { name: 'QuickBooks is closed' })
      if (!(await fault.isChecked())) await fault.press('Space')
      await expect(page.getByText('This sandbox fails on purpose')).toBeVisible()
    }),
    at(`/company-files/${sandboxId}/sandbox`, 'reset', openDialog('Load the empty company')),
    at('/requests', 'more filters', async (page) => {
      await page.getByRole('button', { name: 'More filters' }).click()
      await expect(page.getByRole('search', { name: 'More filters' })).toBeVisible()
    }),
    at(`/requests?request=${requestId}`, 'panel', async (page) => {
      await expect(page.getByRole('region', { name: 'Causes and fixes' })).toBeVisible()
    }),
    at(`/requests/${requestId}`, 'copy as', openMenu('Copy as')),
    at('/failures', 'fit for Desktop', press('Fit for Desktop', 'tab')),
    at('/apps', 'register', openDialog('Register an app')),
    at(`/apps/${clientId}`, 'delete', openDialog('Delete app')),
    at('/api-keys', 'create', openDialog('Create API key')),
    at('/api-keys', 'secret', async (page) => {
      await openDialog('Create API key')(page)
      await page.getByRole('textbox', { name: 'Name' }).fill('Nightly script')
      await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
      await expect(page.getByRole('dialog', { name: 'API key created' })).toBeVisible()
    }),
    at('/members', 'invite', openDialog('Invite members')),
    at('/settings', 'delete', openDialog('Delete organization')),
  ]
}
