import { billingService } from '../test/billing.ts'
import {
  collectProblems,
  expectPageQuality,
  narrowDark,
  narrowestPx,
  setAppearance,
  wideLight,
} from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

test('a visitor sees how the product works, and what a failed call looks like', async ({ page }) => {
  const problems = collectProblems(page)
  await page.goto(baseUrl)
  const stations = page.getByRole('region', { name: 'How it works' }).getByRole('listitem')
  await expect(stations.getByRole('heading')).toHaveText(['Your app', 'Bridge Service', 'The PC with QuickBooks'])
  const sample = page.getByRole('region', { name: 'Sample of a failed call’s page' })
  await expect(sample.getByRole('region', { name: 'Was it posted?' })).toContainText('No, nothing was posted')
  await expect(page.getByRole('region', { name: /client library/ })).toContainText('node-quickbooks')
  await expect(page.getByRole('region', { name: 'Pricing' })).toContainText('Sandbox')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Docs' })).toHaveAttribute('href', '/docs')
  for (const appearance of [wideLight, narrowDark, { width: narrowestPx, scheme: 'light' } as const]) {
    await setAppearance(page, appearance)
    await expectPageQuality(page)
  }
  expect(problems).toEqual([])
})

test('a visitor sees what the service costs: nothing here, and the price where it charges', async ({ page }) => {
  await page.goto(baseUrl)
  const prices = page.getByRole('region', { name: 'Pricing' })
  await expect(prices).toContainText('Free This installation charges nothing')
  await page.goto(billingService().baseUrl)
  await expect(prices).toContainText('Free for 30 days')
  await expect(prices).toContainText('$49.00 per company file and month, before tax')
  await expectPageQuality(page)
})

test('who finds a vulnerability learns where to report it', async ({ request }) => {
  const response = await request.get(`${baseUrl}/.well-known/security.txt`)
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'text/plain; charset=UTF-8'])
  const text = await response.text()
  expect(text).toContain('Contact: mailto:security@bridge.example\n')
  expect(text).toContain(`Canonical: ${baseUrl}/.well-known/security.txt\n`)
})

test('who needs help learns where to ask', async ({ page }) => {
  await page.goto(`${baseUrl}/contact`)
  const contact = page.getByRole('link', { name: 'support@bridge.example' })
  await expect(contact).toHaveAttribute('href', 'mailto:support@bridge.example')
  await page.goto(`${billingService().baseUrl}/contact`)
  await expect(page.getByText(/^For everything else, ask the person who gave you this address\./)).toBeVisible()
  await expectPageQuality(page)
})

test('who was sent a link pastes it, and learns what is wrong with others', async ({ page }) => {
  await page.goto(baseUrl)
  await page.getByRole('link', { name: 'I was sent a link' }).click()
  const field = page.getByLabel('Paste the link')
  await field.fill('https://other.example/setup/abc')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/belongs to another service/)
  await field.fill('my books')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(field).toHaveAccessibleDescription(/isn’t a link from this service/)
  await field.fill(`Please do this: ${baseUrl}/setup/nope`)
  await field.press('Enter')
  await expect(page).toHaveURL(`${baseUrl}/setup/nope`)
})

test('crawlers and feed readers find the icons, the picture and the canonical address', async ({ page, request }) => {
  for (const path of ['/', '/docs', '/terms']) {
    const { link } = (await request.get(baseUrl + path, { headers: { accept: 'text/html' } })).headers()
    expect(link).toContain(`<${baseUrl}${path}>; rel="canonical"`)
  }
  const signIn = await request.get(`${baseUrl}/sign-in?callbackUrl=/`, { headers: { accept: 'text/html' } })
  expect(signIn.headers().link ?? '').not.toContain('canonical')
  await page.goto(baseUrl)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(picture).toMatch(new RegExp(`^${baseUrl}/`))
  const icons = await page.locator('link[rel="icon"], link[rel="apple-touch-icon"]').all()
  const addresses = await Promise.all(icons.map(async (icon) => (await icon.getAttribute('href')) ?? ''))
  expect(addresses.map((address) => address.split(/[?.]/, 2).join('.')).toSorted()).toEqual(
    ['/apple-icon.png', '/favicon.ico', '/icon.svg'].toSorted(),
  )
  for (const address of [picture ?? '', '/favicon.ico', ...addresses]) {
    const response = await request.get(new URL(address, baseUrl).href)
    expect([address, response.status(), response.headers()['content-type']]).toEqual([
      address,
      200,
      expect.stringMatching(/^image\//),
    ])
  }
})

test('the account’s pages keep the sidebar of the organization', async ({ page }) => {
  await signIn(page, testEmail('account-frame'))
  const organization = new URL(page.url()).pathname
  for (const path of ['/account', '/account/second-factor']) {
    await page.goto(baseUrl + path)
    const sidebar = page.getByRole('navigation', { name: 'Organization', exact: true })
    await expect(sidebar.getByRole('link', { name: 'Requests' })).toHaveAttribute('href', `${organization}/requests`)
    await expectPageQuality(page)
  }
})

test('the status page has a history of each part', async ({ page }) => {
  await page.goto(`${baseUrl}/status`)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The last 90 days' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const part = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Portal and API' }) })
  await expect(part.getByText('Working', { exact: true })).toBeVisible()
  await expect(part.getByRole('img')).toHaveAccessibleName(/available on 1 day, none with an outage/)
  await expect(page.getByText('No outages in the last 90 days.')).toBeVisible()
  for (const appearance of [wideLight, narrowDark, { width: narrowestPx, scheme: 'light' } as const]) {
    await setAppearance(page, appearance)
    await expectPageQuality(page)
  }
})

test('the development mailbox shows what an email says', async ({ page }) => {
  const email = testEmail('mailbox')
  await page.goto(`${baseUrl}/sign-in`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await page.waitForURL('**/check-your-mail')
  await page.getByRole('link', { name: 'development mailbox' }).click()
  const mail = page.getByRole('listitem').filter({ hasText: email })
  await mail.getByText('Text', { exact: true }).click()
  await expect(mail.getByText('Open the page, then press the button on it to sign in.')).toBeVisible()
  await expectPageQuality(page)
})
