import { getExplorer, openExplorer } from '../test/explorer.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl, productionRealmId } = quickstart()

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text())) errors.push(message.text())
  })
  return errors
}

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 360],
] as const)
  test.describe(`${colorScheme}, ${width} pixels`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } })

    test('a query runs as the page opens it, with both sides of the translation', async ({ page }) => {
      const errors = collectErrors(page)
      const { send, result, response } = await openExplorer(page, testEmail(`explorer-${colorScheme}`))
      await expectPageQuality(page)
      await send()
      await expect(result).toContainText('200 OK')
      await expect(response).toContainText('"QueryResponse"')
      await expect(page.getByRole('region', { name: 'qbXML sent', exact: true })).toContainText('<CustomerQueryRq')
      await expect(page.getByRole('region', { name: 'qbXML received', exact: true })).toContainText('<CustomerRet>')
      await result.getByRole('tab', { name: 'Headers' }).click()
      await expect(result.getByRole('region', { name: 'Headers', exact: true })).toContainText('x-request-id')
      await result.getByRole('tab', { name: 'Query plan' }).click()
      await expect(result).toContainText('records fetched')
      await expectPageQuality(page)
      expect(errors).toEqual([])
    })
  })

test('a create begins with a valid sample, and its mistakes are marked with their codes', async ({ page }) => {
  const { choose, editor, type, send, result } = await openExplorer(page, testEmail('explorer-create'))
  await choose('Entity', 'Invoice')
  await expect(editor).toHaveValue(/CustomerRef/)
  await send()
  await expect(result).toContainText('200 OK')
  await type('{ "CustomerRef": 7 }')
  await expect(page.locator('mark')).toHaveText('"CustomerRef": 7')
  const mistakes = page.getByRole('list', { name: 'Mistakes' })
  await expect(mistakes).toContainText(/20\d0/)
  await mistakes.getByRole('button', { name: 'Line 1' }).first().click()
  await expect(editor).toBeFocused()
  await send()
  await expect(result).toContainText(/422 2010/)
})

test('a call and its response are on the screen together, both sides of the translation below them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { editor, send, response } = await openExplorer(page, testEmail('explorer-workbench'))
  await send()
  await expect(response).toContainText('"QueryResponse"')
  const [call, answer, sent] = await Promise.all(
    [editor, response, page.getByRole('region', { name: 'qbXML sent', exact: true })].map((part) => part.boundingBox()),
  )
  expect(call && answer && answer.x >= call.x + call.width).toBe(true)
  expect(answer && answer.y + Math.min(answer.height, 200)).toBeLessThan(900)
  expect(sent && answer && sent.y >= answer.y + answer.height).toBe(true)
  expect(sent?.y).toBeLessThan(900)
})

test('on a phone, the query comes before the fields that choose another call', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { editor, choose } = await openExplorer(page, testEmail('explorer-phone'))
  const box = await editor.boundingBox()
  expect(box && box.y + 60).toBeLessThan(422)
  await expect(page.getByRole('combobox', { name: 'Entity' })).toBeHidden()
  await page.getByRole('button', { name: 'Change' }).click()
  await choose('Entity', 'Customer')
  await expect(editor).toHaveValue(/DisplayName/)
  await expectPageQuality(page)
})

test('fields and entities are completed from the tables', async ({ page }) => {
  const { type, editor, choose } = await openExplorer(page, testEmail('explorer-completion'))
  await type('select * from ')
  await page.keyboard.type('Inv')
  await expect(page.getByRole('listbox', { name: 'Completions' })).toContainText('Invoice')
  await page.keyboard.press('Escape')
  await choose('Entity', 'Customer')
  await expect(editor).toHaveValue(/DisplayName/)
  await type('{ }')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ControlOrMeta+Space')
  await expect(page.getByRole('listbox', { name: 'Completions' })).toContainText('CompanyName')
})

test('after a lost response, Send again posts the write once', async ({ page }) => {
  const { choose, editor, type, send, result, response } = await openExplorer(page, testEmail('explorer-lost'))
  await choose('Entity', 'Customer')
  await expect(editor).toHaveValue(/DisplayName/)
  await type('{ "DisplayName": "Posted once" }')
  await choose('Make it fail', 'Responses get lost')
  await send()
  await expect(result).toContainText('504 AGENT_TIMEOUT')
  await expect(result).toContainText('The response was lost')
  await result.getByRole('button', { name: 'Send again' }).click()
  await expect(result).toContainText('200 OK')
  await expect(response).toContainText('Posted once')
  await choose('Entity', 'Query')
  await type("select count(*) from Customer where DisplayName = 'Posted once'")
  await send()
  await expect(response).toContainText('"totalCount": 1')
  await expect(page.getByText('This sandbox fails on purpose')).toBeHidden()
})

test('the address carries the call, without its secrets', async ({ page, context }) => {
  const { slug, choose, editor, type } = await openExplorer(page, testEmail('explorer-address'))
  await choose('Entity', 'Employee')
  await expect(editor).toHaveValue(/GivenName/)
  await type('{ "GivenName": "Linked", "SSN": "123-45-6789" }')
  await expect.poll(() => decode(page.url())).toContain('Linked')
  expect(decode(page.url())).not.toContain('6789')
  const copy = await context.newPage()
  await copy.goto(page.url())
  await expect(getExplorer(copy, slug).editor).toHaveValue(/Linked/)
})

test('a script in a name is text', async ({ page }) => {
  const errors = collectErrors(page)
  const { choose, editor, type, send, response } = await openExplorer(page, testEmail('explorer-script'))
  await choose('Entity', 'Customer')
  await expect(editor).toHaveValue(/DisplayName/)
  await type('{ "DisplayName": "<script>document.title = 1</script>" }')
  await send()
  await expect(response).toContainText('<script>')
  expect(errors).toEqual([])
})

test('after the session ended, what was typed stays and is sent after signing in', async ({ page, context }) => {
  const { type, send, result, editor, response } = await openExplorer(page, testEmail('explorer-session'))
  await type('select * from Vendor maxresults 1')
  const cookies = await context.cookies()
  await context.clearCookies()
  await send()
  const signInAgain = result.getByRole('button', { name: 'Sign in again' })
  await expect(signInAgain).toBeVisible()
  await context.addCookies(cookies)
  await signInAgain.click()
  await expect(editor).toHaveValue(/Vendor/)
  await send()
  await expect(response).toContainText('"Vendor"')
})

test('the whole journey works by keyboard', async ({ page }) => {
  const { editor, result } = await openExplorer(page, testEmail('explorer-keyboard'))
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('select * from Item maxresults 1', { delay: 5 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(result).toContainText('200 OK')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(result).toContainText('200 OK')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
})

test('a company file is read-only until its name is typed, on the server too', async ({ page }) => {
  await signIn(page, 'owner@example.com')
  const fragment = Buffer.from(
    JSON.stringify({
      realmId: productionRealmId,
      method: 'POST',
      path: '/customer',
      query: '',
      body: `{ "DisplayName": "Explorer ${Date.now()}" }`,
    }),
  ).toString('base64url')
  const slug = /\/orgs\/([^/]+)/.exec(page.url())?.[1] ?? ''
  await page.goto(`${baseUrl}/orgs/${slug}/explorer#${fragment}`)
  await expect(page.getByText('is read-only. This call is a write.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  const send = { realmId: productionRealmId, method: 'POST', path: '/customer', query: '', body: '{"DisplayName":"x"}' }
  const refused = await page.request.post(`${baseUrl}/trpc/explorer.send`, { data: send, headers: { origin: baseUrl } })
  expect((await refused.json()).result.data.status).toBe(403)

  await page.getByRole('button', { name: 'Allow writes for 30 minutes' }).click()
  const dialog = page.getByRole('dialog')
  const name = (await dialog.locator('bdi').first().textContent()) ?? ''
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Allow writes for 30 minutes' }).click()
  await expect(page.getByText(/are allowed for (29|30) more minutes/)).toBeVisible()
  await expectPageQuality(page)
  const { send: press, result } = getExplorer(page, slug)
  await press()
  await expect(result).toContainText('200 OK')
  await page.getByRole('button', { name: 'Make it read-only again' }).click()
  await expect(page.getByText('is read-only. This call is a write.')).toBeVisible()
})

function decode(url: string): string {
  return Buffer.from(new URL(url).hash.slice(1), 'base64url').toString()
}
