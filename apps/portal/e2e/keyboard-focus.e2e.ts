import { fillOrganization } from '../test/filled-organization.ts'
import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Locator, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Returns the width of an element's own outline, and of the mark before its content, in pixels. */
function measureFocus(element: Locator): Promise<{ frame: number; mark: number }> {
  return element.evaluate((shown) => {
    const measure = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    return { frame: measure(getComputedStyle(shown)), mark: measure(getComputedStyle(shown, '::before')) }
  })
}

test('a page and the drawer that take the focus are marked and not framed', async ({ page }) => {
  await signIn(page, testEmail('focus-marks'))
  await page.goto(page.url())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const main = page.locator('#content')
  await expect(main).toBeFocused()
  expect(await measureFocus(main)).toEqual({ frame: 0, mark: 1 })

  await page.keyboard.press('~')
  const drawer = page.getByRole('region', { name: 'Latest requests' })
  await expect(drawer).toBeFocused()
  expect(await measureFocus(drawer)).toEqual({ frame: 0, mark: 1 })
})

test('JSON is folded with the keyboard', async ({ page }) => {
  await signIn(page, testEmail('folds'))
  const { path, requestId } = await fillOrganization(page)
  await page.goto(`${baseUrl}${path}/requests/${requestId}`)
  const json = page.getByRole('region', { name: 'Request body' })
  await expect(json).toContainText('SalesItemLineDetail')
  await json.focus()
  await page.keyboard.press('Tab')
  await expect(json.getByRole('button', { name: 'Fold {', exact: true }).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const second = json.getByRole('button').nth(1)
  await expect(second).toBeFocused()
  const name = `${await second.getAttribute('aria-label')}`
  expect(name).toMatch(/^Fold "/)
  await page.keyboard.press('ArrowLeft')
  const folded = json.getByRole('button', { name: name.replace('Fold', 'Unfold'), exact: true })
  await expect(folded).toBeFocused()
  await expect(folded).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(json.getByRole('button', { name, exact: true }).first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(json).not.toContainText('SalesItemLineDetail')
  await expect(json.getByRole('button')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(json.locator('button:focus')).toHaveCount(0)
})
