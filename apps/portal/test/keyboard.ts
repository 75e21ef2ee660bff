import { expect, type Locator, type Page } from 'playwright/test'

/** After this many Tab presses, a control counts as out of reach. */
const maxTabs = 60

/** How many of the browser's own controls, at most, follow a page's last one. */
const browserControls = 2

/** Presses a key, and expects a visible focus on something. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await expectVisibleFocus(page, key)
}

/** Moves the focus to a control with Tab. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  let lost = 0
  for (let presses = 0; presses < maxTabs; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    // After the last control Tab goes to the browser's own controls, and then begins again at the top of the page.
    lost = (await describeFocus(page)) === 'lost' ? lost + 1 : 0
    if (lost === 0 || lost > browserControls) await expectVisibleFocus(page, 'Tab')
  }
  throw new Error(`Tab does not reach ${String(control)}.`)
}

/** Moves the focus to a control with Tab and presses it. */
export async function pressControl(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await pressKey(page, 'Enter')
}

/** Types into the focused field. */
export async function typeText(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
  await expectVisibleFocus(page, text)
}

/** Expects the focus on an element showing it. While a page loads, it may be between two elements. */
export async function expectVisibleFocus(page: Page, after: string): Promise<void> {
  await expect.poll(() => describeFocus(page), { message: `the focus after ${after}` }).toMatch(/^visible/)
}

function describeFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'lost'
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`
    const { width, height } = element.getBoundingClientRect()
    // A row-covering link draws the outline with a pseudo-element.
    const hasOutline = (shown: Element, part?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    }
    // Switches and segmented controls show the focus on the label after their hidden input.
    const label = element.nextElementSibling?.matches('input + label') ? element.nextElementSibling : undefined
    const isOutlined = [undefined, '::after', '::before'].some((part) => hasOutline(element, part))
    const isVisible = (width > 0 && height > 0 && isOutlined) || (label !== undefined && hasOutline(label))
    // The browser marks date parts.
    const isDate = element.matches('input[type=date]')
    return `${isVisible || isDate ? 'visible' : 'hidden'}: ${name}`
  })
}
