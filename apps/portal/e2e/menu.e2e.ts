import type { Page } from 'playwright/test'
import { countClicks } from '../test/count-clicks.ts'
import { waitForHydration } from '../test/hydration.ts'
import { findViolations, setAppearance } from '../test/page-harness.ts'
import { addMember, changeAsAdmin, findOrganization, openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

function menuField(page: Page) {
  return page.getByRole('combobox', { name: /^Search, or paste/ })
}

/** Opens a page and the menu on it, and types a text. */
async function openMenu(page: Page, path: string, text: string): Promise<void> {
  await page.goto(baseUrl + path)
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await expect(menuField(page)).toBeFocused()
  await page.keyboard.type(text)
}

/** Holds the responses to some requests back. Returns a function that lets them through. */
async function holdBack(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** Signs in as the owner of a new organization. */
async function openOwner(browser: Parameters<typeof openBrowserFor>[0], name: string) {
  const person = await openBrowserFor(browser, testEmail(name))
  return { ...person, organization: await findOrganization(person) }
}

test('Enter waits for the documentation’s index, and opens the error that was typed', async ({ browser }) => {
  const { page, context, organization } = await openOwner(browser, 'menu-index')
  const release = await holdBack(page, /\/docs\/search-index\.json/)
  await openMenu(page, `/orgs/${organization.slug}`, '5010')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(page).toHaveURL(`${baseUrl}/orgs/${organization.slug}`)
  release()
  await expect(page).toHaveURL(`${baseUrl}/docs/errors/5010`)
  await context.close()
})

test('Enter waits for the company files, and opens the one whose name was typed', async ({ browser }) => {
  const owner = await openOwner(browser, 'menu-files')
  const { page, context, organization } = owner
  const body = { orgId: organization.id, name: 'Client file 321' }
  const { realm } = await changeAsAdmin(owner, { method: 'POST', path: '/realms', body })
  // An app with the same word is known first.
  const app = { orgId: organization.id, name: 'File reader', redirectUris: ['https://app.example.com/callback'] }
  await changeAsAdmin(owner, { method: 'POST', path: '/clients', body: app })
  const release = await holdBack(page, /\/trpc\/[^?]*listRealms/)
  await openMenu(page, '/docs', 'file 321')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(page).toHaveURL(`${baseUrl}/docs`)
  release()
  await expect(page).toHaveURL(`${baseUrl}/orgs/${organization.slug}/company-files/${realm.id}`)
  await context.close()
})

test('a shown list keeps its order and selection while another text is searched for', async ({ browser }) => {
  const { page, context, organization } = await openOwner(browser, 'menu-order')
  await openMenu(page, `/orgs/${organization.slug}`, 's')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const shown = await options.allTextContents()
  const release = await holdBack(page, /\/docs\/search-index\.json/)
  await page.keyboard.type('e')
  await expect(page.getByText('Searching…')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  expect(await options.allTextContents()).toEqual(shown)
  await expect(menuField(page)).not.toHaveAttribute('aria-activedescendant')
  release()
  // The key pressed ahead acts on the new list.
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(menuField(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options.nth(1).getAttribute('id')) ?? '',
  )
  await context.close()
})

const actions = [
  ['connect a company', 'Connect a company file'],
  ['invite', 'Invite members'],
  ['create api key', 'Create API key'],
  ['create app', 'Register an app'],
] as const

test('the menu begins actions for an owner, and tells a member whom to ask', async ({ browser }) => {
  const owner = await openOwner(browser, 'menu-actions')
  const { organization } = owner
  const path = `/orgs/${organization.slug}`
  const body = { orgId: organization.id, name: 'Payroll', redirectUris: ['https://app.example.com/callback'] }
  await changeAsAdmin(owner, { method: 'POST', path: '/clients', body })
  for (const [text, title] of [...actions, ['rotate secret of payroll', 'Replace the client secret?']] as const) {
    await openMenu(owner.page, path, text)
    await owner.page.keyboard.press('Enter')
    await expect(owner.page.getByRole('dialog', { name: title })).toBeVisible()
    await expect(owner.page).not.toHaveURL(/open=/)
  }
  await openMenu(owner.page, path, 'delete company file')
  await owner.page.keyboard.press('Enter')
  await expect(owner.page).toHaveURL(/\/company-files\/\d{16}\/settings$/)
  const member = await addMember(browser, owner, organization, 'member', 'menu-member')
  for (const [text, title] of actions) {
    await openMenu(member.page, path, text)
    const option = member.page.getByRole('option', { name: title })
    await expect(option).toContainText('An owner or admin can do this. Members lists whom to ask.')
    await option.click()
    await expect(member.page).toHaveURL(`${baseUrl}${path}/members`)
  }
  await member.page.goto(`${baseUrl}${path}/members?open=invite`)
  await expect(member.page).not.toHaveURL(/open=/)
  await expect(member.page.getByRole('dialog')).toHaveCount(0)
  await owner.context.close()
  await member.context.close()
})

test('G and a key go to a page, but not from a field or a dialog, nor once they are turned off', async ({
  browser,
}) => {
  const { page, context, organization } = await openOwner(browser, 'menu-keys')
  const path = `${baseUrl}/orgs/${organization.slug}`
  await page.goto(path)
  await waitForHydration(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('g', 'r')
  await expect(page).toHaveURL(`${path}/requests`)
  await press('g', 'd')
  await expect(page).toHaveURL(`${baseUrl}/docs`)
  await press('g', 'a')
  await expect(page).toHaveURL(`${path}/apps`)

  await page.getByRole('button', { name: 'Register an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register an app' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await press('g', 'h')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('gh')
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  await press('g', 'h')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('API keys')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await help.getByRole('switch', { name: /^Shortcuts of one character/ }).press('Space')
  await expect(help.getByText('API keys')).toBeHidden()
  await press('Escape')
  await expect(help).toBeHidden()
  await press('?', 'g', 'h')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL(`${path}/apps`)
  // The menu leads to the switch, which turns them on again.
  await press('Control+k')
  await menuField(page).fill('shortcuts')
  await press('Enter')
  await help.getByRole('switch', { name: /^Shortcuts of one character/ }).press('Space')
  await press('Escape')
  await expect(help).toBeHidden()
  await press('g', 'h')
  await expect(page).toHaveURL(path)
  await context.close()
})

const searches = [
  ['page a query', '/docs/guides/pagination'],
  ['5010', '/docs/errors/5010'],
  ['Invoice against QBO', '/docs/entities/invoice/differences'],
  ['webhooks', '/docs/guides/webhooks'],
] as const

test('the documentation is found with 1 click, and snippets mark the words found', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const clicks = await countClicks(context)
  for (const [index, [text, href]] of searches.entries()) {
    await openMenu(page, '/docs/guides/limits', text)
    await page.getByRole('option').first().click()
    await expect(page).toHaveURL(baseUrl + href)
    expect(clicks()).toBe(index + 1)
  }
  await openMenu(page, '/docs', 'largest body')
  await expect(page.getByRole('option').first().locator('mark').first()).toBeVisible()
  await context.close()
})

test('the menu is accessible in every state, wide and narrow, in light and dark', async ({ browser }) => {
  const { page, context, organization } = await openOwner(browser, 'menu-axe')
  for (const appearance of [
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const) {
    await setAppearance(page, appearance)
    const release = await holdBack(page, /\/docs\/search-index\.json/)
    await openMenu(page, `/orgs/${organization.slug}`, '')
    await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option', { name: 'Home' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.type('limit')
    await expect(page.getByText('Searching…')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    release()
    await expect(page.getByRole('group', { name: 'Documentation' })).toBeVisible()
    await expect(page.getByRole('status').getByText(/^\d+ results$/)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await menuField(page).fill('zzzz qqqq')
    await expect(page.getByText(/^Nothing found\./)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.unrouteAll()
  }
  await context.close()
})

test('the menu says which part could not be searched', async ({ browser }) => {
  const { page, context, organization } = await openOwner(browser, 'menu-failure')
  await page.route(/\/docs\/search-index\.json/, (route) => route.abort())
  await openMenu(page, `/orgs/${organization.slug}`, 'members')
  await expect(page.getByText('The documentation could not be searched.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${baseUrl}/orgs/${organization.slug}/members`)
  await context.close()
})
