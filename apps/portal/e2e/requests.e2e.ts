import { countClicks } from '../test/count-clicks.ts'
import { getExplorer } from '../test/explorer.ts'
import { quickstart } from '../test/quickstart.ts'
import { openSandbox, sendToSandbox as send } from '../test/sandbox-calls.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** An invoice for an unknown customer. */
const refused = {
  CustomerRef: { value: '80000001-1' },
  Line: [{ Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '80000001-1' } } }],
}

test('a failed call leads to its cause, is fixed and replayed with a diff in 3 clicks', async ({ page, context }) => {
  const access = await openSandbox(page, testEmail('requests'))
  await send(page, access, '/customer?requestid=first', { GivenName: 'Ada', Taxable: 'perhaps' })
  await page.goto(`${baseUrl}/orgs/${access.slug}/requests`)
  await page.getByRole('link', { name: /POST \/customer/ }).click()
  const panel = page.getByLabel('Request', { exact: true })
  await expect(panel.getByRole('region', { name: 'Was it posted?' })).toContainText('No, nothing was posted')
  await expect(panel.getByRole('region', { name: 'Causes and fixes' })).toContainText('What to do')
  const clicks = await countClicks(context)

  await panel.getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Replay of POST \/customer, \d/)
  const { editor, result } = getExplorer(page, access.slug)
  await expect(editor).toHaveValue(/perhaps/)
  await editor.fill('{ "DisplayName": "Ada once" }')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay this write?' })
  await expect(dialog).toContainText('The replay creates a new record of customer in')
  await expect(dialog).toContainText('The original was not posted.')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await expect(result).toContainText(/Another result: 4\d\d · \S+ before, 200 OK now/)
  await expect(result.getByRole('region', { name: 'Differences of the responses' })).toContainText('+ ')
  expect(clicks()).toBe(3)

  await page.getByRole('link', { name: 'Back to the original' }).click()
  await expect(page).toHaveURL(/\/requests\/[\da-f-]{36}$/)
  await page.getByRole('link', { name: 'Your calls with this code' }).click()
  await expect(page).toHaveURL(/\/requests\?code=\w+/)
  await expect(page.getByRole('link', { name: /POST \/customer/ })).toHaveCount(1)
})

test('a replay with the result of its original says so', async ({ page }) => {
  const access = await openSandbox(page, testEmail('same-result'))
  await send(page, access, '/query?query=select%20*%20from%20Customer%20maxresults%201')
  await page.goto(`${baseUrl}/orgs/${access.slug}/requests`)
  await page.getByRole('link', { name: /select \* from Customer/ }).click()
  await page.getByRole('link', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const { result } = getExplorer(page, access.slug)
  await expect(result).toContainText('Same result as the original')
  await expect(result).toContainText('No differences.')
})

test('a call of the log and a call of the Explorer have one time bar', async ({ page }) => {
  const access = await openSandbox(page, testEmail('time-bar'))
  await send(page, access, '/query?query=select%20*%20from%20Customer%20maxresults%201')
  await page.goto(`${baseUrl}/orgs/${access.slug}/requests`)
  await page.getByRole('link', { name: /select \* from Customer/ }).click()
  const readBar = async () => {
    const time = page.getByRole('region', { name: 'Time', exact: true })
    await expect(time).toContainText(/in total.*Service.*Queue.*Transit.*QuickBooks/)
    return time
      .locator('[data-time-bar] > span')
      .evaluateAll((parts) =>
        parts.map((part) => `${part.getAttribute('data-part')} ${getComputedStyle(part).background}`),
      )
  }
  const logged = await readBar()
  await page.getByRole('link', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const order = ['service', 'queue', 'transit', 'quickbooks']
  for (const bar of [logged, await readBar()]) {
    const places = bar.map((part) => order.indexOf(part.split(' ')[0] ?? ''))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(bar).toEqual(expect.arrayContaining(logged.filter((part) => bar.includes(part))))
  }
})

test('the list and a request work with only the keyboard, and the address shows the same to a colleague', async ({
  page,
}) => {
  const access = await openSandbox(page, testEmail('keyboard-requests'))
  await send(page, access, '/query?query=select%20*%20from%20Customer%20maxresults%201')
  await send(page, access, '/invoice', refused)
  await page.goto(`${baseUrl}/orgs/${access.slug}/requests?status=failed`)
  const row = page.getByRole('link', { name: /POST \/invoice/ })
  await expect(row).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await row.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByLabel('Request', { exact: true })
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(row).toBeFocused()
})

test('a range of the chart is selected with the keyboard or by dragging, and filters the list', async ({ page }) => {
  const access = await openSandbox(page, testEmail('requests-over-time'))
  await send(page, access, '/query?query=select%20*%20from%20Customer%20maxresults%201')
  await page.goto(`${baseUrl}/orgs/${access.slug}/requests`)
  const chart = page.getByRole('slider', { name: /Requests over time/ })
  await expect(page.getByText('1 request, 0 failed').first()).toBeVisible()
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '57')
  await expect(page.getByText('Enter selects')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chart).toHaveAttribute('aria-valuenow', '59')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/since=.*until=/)
  await expect(page.locator('[data-row]')).toHaveCount(1)

  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const dragTo = (part: number) => page.mouse.move(box.x + box.width * part, box.y + box.height / 2)
  await dragTo(0.6)
  await page.mouse.down()
  await dragTo(0.2)
  await expect(page.getByText('Enter selects')).toBeVisible()
  const before = page.url()
  await page.mouse.up()
  await expect(page).not.toHaveURL(before)
  await expect(page).toHaveURL(/since=.*until=/)
})

test('a menu opens by the first click, even if its script is slow', async ({ page }) => {
  const access = await openSandbox(page, testEmail('slow-menu'))
  await send(page, access, '/invoice', refused)
  await page.goto(`${baseUrl}/orgs/${access.slug}/requests`)
  await page.getByRole('link', { name: /POST \/invoice/ }).click()
  const arrived = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Copy as' })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  arrived.resolve()
  await expect(page.getByRole('menuitem', { name: 'curl' })).toBeVisible()
})

test('a body is searched and folded', async ({ page }) => {
  const access = await openSandbox(page, testEmail('bodies'))
  await send(page, access, '/invoice', refused)
  await page.goto(`${baseUrl}/orgs/${access.slug}/requests`)
  await page.getByRole('link', { name: /POST \/invoice/ }).click()
  const panel = page.getByRole('complementary', { name: 'Request', exact: true })
  const search = panel.getByRole('searchbox', { name: 'Search Request body' })
  await search.fill('80000001')
  await expect(panel.getByText('1 of 2')).toBeVisible()
  await search.press('Enter')
  await search.press('Enter')
  await expect(panel.getByText('2 of 2')).toBeVisible()
  await search.press('Shift+Enter')
  await expect(panel.getByText('1 of 2')).toBeVisible()
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(panel).toBeVisible()
  const body = panel.getByRole('region', { name: 'Request body', exact: true })
  await expect(body).toContainText('DetailType')
  await body
    .getByRole('button', { name: /^Fold / })
    .first()
    .click()
  await expect(body).not.toContainText('DetailType')
  await body.getByRole('button', { name: /^Unfold / }).click()
  await expect(body).toContainText('DetailType')
})

test('failures are grouped, and what Desktop cannot do is listed with its alternative', async ({ page }) => {
  const access = await openSandbox(page, testEmail('failures'))
  await page.goto(`${baseUrl}/orgs/${access.slug}/failures`)
  await expect(page.getByRole('heading', { name: 'No failures in 0 calls' })).toBeVisible()
  await send(page, access, '/attachable', {})
  await send(page, access, '/attachable', {})
  await page.reload()
  const row = page.getByRole('row', { name: /UNSUPPORTED_BY_DESKTOP/ })
  await expect(row).toContainText('Attachable')
  await expect(row).toContainText('100 %')
  await page.getByRole('tab', { name: 'Fit for Desktop' }).click()
  await expect(page.getByRole('row', { name: /Attachable/ })).toContainText('2')
})
